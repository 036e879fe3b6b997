import { describe, expect, it } from '@jest/globals';
import { runTflite } from '../../test/google-interpreter';
import { maxDifference, nhwcToNchw, noise } from '../../test/layout';
import { OPERATOR_CASES } from '../../test/operator-cases';
import { tinyTflite } from '../../test/tiny-tflite';
import { openNetwork } from '../networks/open-network';
import { readTflite } from '../tflite/read-tflite';
import { convertTflite, toNchw } from './convert-tflite';

const ADD = 0;
const picture = { shape: [1, 7, 6, 4] };

describe('conversion of one operator', () => {
  it.each(OPERATOR_CASES)("%s equals Google's interpreter", async (_, operator) => {
    const tflite = tinyTflite(operator);
    const graph = readTflite(tflite);
    const feeds = graph.inputs.map((index, i) => {
      const { name, shape } = graph.tensors[index];
      return {
        name,
        shape,
        data: noise(
          shape.reduce((a, b) => a * b, 1),
          i + 1,
        ).map((v) => v * 5),
      };
    });
    const expected = await runTflite(
      tflite,
      feeds.map(({ data }) => data),
    );
    const { name: output } = graph.tensors[graph.outputs[0]];
    const network = await openNetwork(convertTflite(tflite, 'tiny'), {
      providers: ['cpu'],
      threads: 1,
      onFallback: () => {},
    });
    const inputs = feeds.map(({ name, shape, data }) => [
      name,
      { data: nhwcToNchw(data, shape), shape: toNchw(shape) },
    ]);
    const result = await network.run(Object.fromEntries(inputs), [output]);
    await network.close();
    expect(result[output].shape).toEqual(toNchw(operator.output));
    const oracle = nhwcToNchw(expected.get(output) ?? new Float32Array(0), operator.output);
    expect(maxDifference(result[output].data, oracle)).toBeLessThan(2e-5);
  });

  it('refuses an operator that no network of ours has', () => {
    const tflite = tinyTflite({
      code: 41,
      optionsType: 0,
      options: [],
      inputs: [picture, picture],
      output: [1, 7, 6, 4],
    });
    expect(() => convertTflite(tflite, 'tiny')).toThrow('tiny: no conversion for TFLite operator 41');
  });

  it('refuses a fused activation that it does not know', () => {
    const tflite = tinyTflite({
      code: ADD,
      optionsType: 11,
      options: [[0, 'byte', 4]],
      inputs: [picture, picture],
      output: [1, 7, 6, 4],
    });
    expect(() => convertTflite(tflite, 'tiny')).toThrow('fused activation 4');
  });

  it('refuses a file that is not TFLite', () => {
    expect(() => convertTflite(new Uint8Array(64), 'tiny')).toThrow('identifier TFL3');
  });
});
