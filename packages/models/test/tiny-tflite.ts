import { Builder } from 'flatbuffers';

/** One field of an options table: its index in the schema, width and value. */
export type OptionField = readonly [field: number, kind: 'byte' | 'int', value: number];

export interface TinyTensor {
  readonly shape: readonly number[];
  /** Constant contents; a computed tensor where absent. */
  readonly floats?: readonly number[];
  readonly ints?: readonly number[];
}

export interface TinyOperator {
  readonly code: number;
  /** Version of the operator; 1 where absent. */
  readonly version?: number;
  /** Number in the BuiltinOptions union, 0 for none. */
  readonly optionsType: number;
  readonly options: readonly OptionField[];
  /** Inputs of the operator; the ones without contents are the inputs of the graph. */
  readonly inputs: readonly TinyTensor[];
  readonly output: readonly number[];
}

const FLOAT32 = 0;
const INT32 = 2;

/** A .tflite file of one operator, for comparing interpreters. Field numbers: tensorflow/lite/schema/schema.fbs. */
export function tinyTflite(operator: TinyOperator): Uint8Array {
  const b = new Builder(1024);
  const tensors: readonly TinyTensor[] = [...operator.inputs, { shape: operator.output }];
  const buffers = [table(b, []), ...tensors.map((tensor) => bufferOf(b, tensor))];
  const tensorTables = tensors.map((tensor, i) => {
    const [name, shape] = [b.createString(`x${i}`), intVector(b, tensor.shape)];
    return table(b, [
      [0, 'offset', shape],
      [1, 'byte', tensor.ints === undefined ? FLOAT32 : INT32],
      [2, 'int', i + 1],
      [3, 'offset', name],
    ]);
  });
  const output = tensors.length - 1;
  const free = operator.inputs.flatMap(({ floats, ints }, i) =>
    floats === undefined && ints === undefined ? [i] : [],
  );
  const options = table(b, operator.options);
  const all = operator.inputs.map((_, i) => i);
  const [operatorInputs, operatorOutputs] = [intVector(b, all), intVector(b, [output])];
  const operatorTable = table(b, [
    [0, 'int', 0],
    [1, 'offset', operatorInputs],
    [2, 'offset', operatorOutputs],
    ...(operator.optionsType === 0
      ? []
      : ([
          [3, 'byte', operator.optionsType],
          [4, 'offset', options],
        ] as const)),
  ]);
  const graphFields = [
    offsetVector(b, tensorTables),
    intVector(b, free),
    intVector(b, [output]),
    offsetVector(b, [operatorTable]),
  ];
  const graph = table(
    b,
    graphFields.map((offset, field) => [field, 'offset', offset]),
  );
  const code = table(b, [
    [0, 'byte', operator.code],
    [2, 'int', operator.version ?? 1],
    [3, 'int', operator.code],
  ]);
  const [codes, graphs, bufferList] = [offsetVector(b, [code]), offsetVector(b, [graph]), offsetVector(b, buffers)];
  const model = table(b, [
    [0, 'int', 3],
    [1, 'offset', codes],
    [2, 'offset', graphs],
    [4, 'offset', bufferList],
  ]);
  b.finish(model, 'TFL3');
  return b.asUint8Array();
}

type Field = OptionField | readonly [field: number, kind: 'offset', value: number];

function table(b: Builder, fields: readonly Field[]): number {
  b.startObject(8);
  for (const [field, kind, value] of fields) {
    if (kind === 'byte') b.addFieldInt8(field, value, -128);
    else if (kind === 'int') b.addFieldInt32(field, value, -(2 ** 31));
    else b.addFieldOffset(field, value, 0);
  }
  return b.endObject();
}

function intVector(b: Builder, values: readonly number[]): number {
  b.startVector(4, values.length, 4);
  for (const value of [...values].reverse()) b.addInt32(value);
  return b.endVector();
}

function offsetVector(b: Builder, values: readonly number[]): number {
  b.startVector(4, values.length, 4);
  for (const value of [...values].reverse()) b.addOffset(value);
  return b.endVector();
}

/** Contents start at multiples of 16 bytes, as the interpreter asks for. */
function bufferOf(b: Builder, { floats, ints }: TinyTensor): number {
  const raw =
    floats === undefined
      ? new Uint8Array(Int32Array.from(ints ?? []).buffer)
      : new Uint8Array(Float32Array.from(floats).buffer);
  b.startVector(1, raw.length, 16);
  for (const byte of [...raw].reverse()) b.addInt8(byte);
  const data = b.endVector();
  return table(b, raw.length === 0 ? [] : [[0, 'offset', data]]);
}
