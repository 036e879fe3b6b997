import { KERNEL_BINARY } from './kernel-binary';

/**
 * Kernels in WebAssembly (assembly/, docs/decisions/0004): what each one does stands at its source.
 *
 * Layout: addresses are bytes of the module's memory; see {@link copyIn}. Sides and radii are whole numbers.
 */
export interface Kernels {
  readonly activeStates: (
    cloth: number,
    removal: number,
    front: number,
    limbs: number,
    snap: number,
    contact: number,
    contactWidth: number,
    width: number,
    height: number,
    trace: number,
    says: number,
    states: number,
  ) => void;
  readonly activeStatesScratch: (width: number, height: number) => number;
  readonly boxBlur: (src: number, dst: number, width: number, height: number, radius: number, scratch: number) => void;
  readonly boxBlurScratch: (width: number, radius: number) => number;
  readonly factoriseEnvelope: (values: number, base: number, first: number, size: number) => number;
  readonly settleMesh: (
    positions: number,
    size: number,
    triangles: number,
    triangleCount: number,
    edges: number,
    ringStarts: number,
    rings: number,
    ringCount: number,
    bends: number,
    fixed: number,
    order: number,
    first: number,
    base: number,
    values: number,
    right: number,
    turns: number,
    work: number,
    iterations: number,
  ) => void;
  readonly bytesToFloats: (src: number, dst: number, count: number) => void;
  readonly findRuns: (
    plane: number,
    width: number,
    height: number,
    threshold: number,
    others: boolean,
    runs: number,
    first: number,
  ) => number;
  readonly labelRuns: (
    width: number,
    height: number,
    reach: number,
    runs: number,
    first: number,
    roots: number,
    labels: number,
    regions: number,
  ) => number;
  readonly keepLargest: (
    plane: number,
    width: number,
    height: number,
    runs: number,
    first: number,
    roots: number,
    regions: number,
    found: number,
  ) => void;
  readonly fillRegions: (
    plane: number,
    width: number,
    height: number,
    runs: number,
    first: number,
    roots: number,
    regions: number,
    maxArea: number,
  ) => void;
  readonly packMatte: (
    colour: number,
    matte: number,
    rgba: number,
    width: number,
    rows: number,
    sure: number,
    firm: number,
  ) => void;
  readonly carryColours: (
    rgba: number,
    width: number,
    height: number,
    sure: number,
    firm: number,
    known: number,
    rounds: number,
  ) => void;
  readonly shrinkAlpha: (
    src: number,
    firstRow: number,
    dst: number,
    srcWidth: number,
    srcHeight: number,
    width: number,
    height: number,
    from: number,
    to: number,
    wide: number,
    taps: number,
  ) => void;
  readonly alphaTaps: (srcWidth: number, width: number, taps: number) => void;
  readonly alphaTapsSize: (srcWidth: number, width: number) => number;
  readonly floatsToBytes: (src: number, dst: number, count: number) => void;
  readonly distanceField: (
    plane: number,
    width: number,
    height: number,
    threshold: number,
    above: boolean,
    scratch: number,
  ) => void;
  readonly distanceScratch: (width: number) => number;
  readonly drawTriangles: (
    corners: number,
    textureOf: number,
    count: number,
    textures: number,
    frames: number,
    pixels: number,
    map: number,
    width: number,
    height: number,
  ) => void;
  readonly fillBytes: (at: number, value: number, size: number) => void;
  readonly convolve: (
    src: number,
    dst: number,
    width: number,
    height: number,
    kernel: number,
    half: number,
    radius: number,
    rows: number,
  ) => void;
  readonly halveRgb: (src: number, dst: number, width: number, height: number) => void;
  readonly judgeClear: (
    lab: number,
    belief: number,
    near: number,
    distance: number,
    out: number,
    count: number,
    garment: number,
    garmentPairs: number,
    ground: number,
    groundPairs: number,
    dark: number,
    limit: number,
    slope: number,
  ) => void;
  readonly judgeHesitant: (
    lab: number,
    belief: number,
    near: number,
    deep: number,
    out: number,
    count: number,
    garment: number,
    garmentPairs: number,
    ground: number,
    groundPairs: number,
    dark: number,
    weight: number,
  ) => void;
  readonly groundDistance: (
    lab: number,
    belief: number,
    width: number,
    height: number,
    radius: number,
    out: number,
    scratch: number,
  ) => void;
  readonly groundScratch: (width: number, height: number, radius: number) => number;
  readonly halfContrast: (
    src: number,
    width: number,
    rows: number,
    r: number,
    g: number,
    b: number,
    out: number,
  ) => void;
  readonly fullContrast: (src: number, count: number, r: number, g: number, b: number, out: number) => void;
  readonly halfMatte: (
    shape: number,
    shapeWidth: number,
    shapeHeight: number,
    width: number,
    height: number,
    out: number,
    scratch: number,
  ) => void;
  readonly halfMatteScratch: (shapeWidth: number, width: number) => number;
  readonly edgeModels: (
    guide: number,
    matte: number,
    width: number,
    height: number,
    radius: number,
    eps: number,
    slope: number,
    shift: number,
    work: number,
    scratch: number,
  ) => void;
  readonly drawEdge: (
    picture: number,
    width: number,
    height: number,
    from: number,
    to: number,
    band: number,
    bandWidth: number,
    bandHeight: number,
    slope: number,
    shift: number,
    modelWidth: number,
    modelHeight: number,
    r: number,
    g: number,
    b: number,
    line: number,
    out: number,
  ) => void;
  readonly mixFloats: (a: number, b: number, part: number, count: number) => void;
  readonly normalEquations: (terms: number, weights: number, count: number, out: number) => void;
  readonly octagon: (
    plane: number,
    width: number,
    height: number,
    square: number,
    diagonal: number,
    sign: number,
    scratch: number,
  ) => void;
  readonly octagonScratch: (width: number, height: number, radius: number) => number;
  readonly packPixels: (src: number, covers: number, pitch: number, count: number, rows: number, dst: number) => void;
  readonly setPatches: (
    values: number,
    says: number,
    sources: number,
    matches: number,
    width: number,
    height: number,
    radius: number,
    nearness: number,
    state: number,
  ) => void;
  readonly patchState: () => number;
  readonly startPatches: (
    targets: number,
    count: number,
    list: number,
    listed: number,
    coarse: number,
    coarseWidth: number,
    coarseSize: number,
  ) => void;
  readonly costPatches: (targets: number, count: number, costs: number) => void;
  readonly searchPatches: (targets: number, count: number, costs: number, step: number, widest: number) => void;
  readonly votePatches: (targets: number, count: number, weights: number, sums: number) => void;
  readonly pushPull: (level: number, width: number, height: number, channels: number, line: number) => void;
  readonly pushPullSize: (width: number, height: number, channels: number) => number;
  readonly rgbToLab: (src: number, dst: number, count: number, channels: number, linear: number, curve: number) => void;
  readonly startPushPull: (level: number, known: number, width: number, height: number, channels: number) => number;
  readonly setLayers: (
    trace: number,
    limbLow: number,
    limbHigh: number,
    clothLow: number,
    clothHigh: number,
    sheen: number,
    grain: number,
    skinGrain: number,
  ) => void;
  readonly mixLayerRow: (
    line: number,
    removal: number,
    front: number,
    limbs: number,
    snap: number,
    body: number,
    under: number,
    spread: number,
    ground: number,
    below: number,
    t: number,
    from: number,
    to: number,
  ) => void;
  readonly mixLightRow: (
    line: number,
    gain: number,
    contact: number,
    below: number,
    t: number,
    from: number,
    to: number,
  ) => void;
  readonly laySolid: (
    out: number,
    edited: number,
    cloth: number,
    light: number,
    starts: number,
    weights: number,
    from: number,
    to: number,
  ) => void;
  readonly layMixed: (
    out: number,
    edited: number,
    cloth: number,
    pitch: number,
    first: number,
    last: number,
    edge: number,
    light: number,
    lightStarts: number,
    lightWeights: number,
    line: number,
    starts: number,
    weights: number,
    tile: number,
    fine: number,
    from: number,
    to: number,
  ) => void;
  readonly resizeBytes: (
    src: number,
    firstRow: number,
    dst: number,
    channels: number,
    srcWidth: number,
    width: number,
    height: number,
    from: number,
    to: number,
    rows: number,
    columns: number,
    wide: number,
    narrow: number,
  ) => void;
  readonly resizeFloats: (
    src: number,
    firstRow: number,
    dst: number,
    srcWidth: number,
    width: number,
    height: number,
    from: number,
    to: number,
    rows: number,
    columns: number,
    wide: number,
  ) => void;
  readonly sampleRegion: (
    src: number,
    width: number,
    height: number,
    channels: number,
    out: number,
    outWidth: number,
    outHeight: number,
    left: number,
    top: number,
    rowX: number,
    rowY: number,
    dx: number,
    dy: number,
    zero: number,
    factors: number,
  ) => void;
  readonly smoothFill: (
    raster: number,
    channels: number,
    known: number,
    width: number,
    height: number,
    calm: number,
    fade: number,
    from: number,
    to: number,
    out: number,
    work: number,
  ) => void;
  readonly smoothFillSize: (width: number, height: number, calm: number, fade: number) => number;
  readonly sigmoids: (values: number, count: number) => void;
  readonly softmax: (
    logits: number,
    channels: number,
    pitch: number,
    labels: number,
    planes: number,
    out: number,
    shares: number,
  ) => void;
  readonly kMeans: (
    sample: number,
    count: number,
    pitch: number,
    means: number,
    clusters: number,
    rounds: number,
    owner: number,
    spread: number,
  ) => void;
  readonly keepAtLeast: (plane: number, count: number, least: number) => void;
  readonly tapsSize: (from: number, to: number) => number;
  readonly turnPlane: (
    src: number,
    width: number,
    height: number,
    dst: number,
    outWidth: number,
    outHeight: number,
    cos: number,
    sin: number,
  ) => void;
  readonly unpremultiply: (pixels: number, count: number) => void;
  readonly writeTaps: (from: number, to: number, taps: number) => void;
  readonly guidedScratch: (width: number, height: number) => number;
  readonly guideStatisticsSize: (width: number, height: number) => number;
  readonly guideStatistics: (
    guide: number,
    width: number,
    height: number,
    radius: number,
    eps: number,
    out: number,
    scratch: number,
  ) => void;
  readonly planeModels: (
    plane: number,
    statistics: number,
    width: number,
    height: number,
    radius: number,
    out: number,
    scratch: number,
  ) => void;
  readonly transposeModels: (fields: number, size: number) => void;
  readonly interleavePlanes: (p: number, q: number, r: number, s: number, size: number, out: number) => void;
  readonly classLineSize: (width: number) => number;
  readonly classRows: (
    fields: number,
    fieldWidth: number,
    fieldHeight: number,
    line: number,
    heights: number,
    rows: number,
    columns: number,
    count: number,
    guide: number,
    face: number,
    width: number,
    inset: number,
    out: number,
    edgeLow: number,
    edgeHigh: number,
    mist: number,
  ) => number;
}

interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of the interface that is used: the language's own library does not declare it. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** What can be copied. */
type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

const PAGE = 65_536;
/** Below lie the module's own constants. */
const FIRST_FREE = 4096;
/** Fits the vectors and the widest number. */
const ALIGNMENT = 16;

let loaded: (Kernels & { readonly memory: KernelMemory }) | undefined;
let bytes = new Uint8Array(0);
let free = FIRST_FREE;
/** The highest address that was ever reserved. */
let reached = FIRST_FREE;

/** The kernels, made on the first call. */
export function kernels(): Kernels {
  return module();
}

function module(): Kernels & { readonly memory: KernelMemory } {
  loaded ??= new WebAssembly.Instance(new WebAssembly.Module(fromBase64(KERNEL_BINARY))).exports as Kernels & {
    readonly memory: KernelMemory;
  };
  return loaded;
}

/**
 * Gives the whole memory free. Every use of the kernels begins with it, copies in, runs, and copies out before another may begin: the
 * memory keeps nothing from one use to the next and stays as small as the largest of them.
 */
export function startKernels(): void {
  free = FIRST_FREE;
}

/** Writes zeros over what uses of the kernels have left. */
export function clearKernels(): void {
  if (loaded)
    new Uint8Array(loaded.memory.buffer).fill(0, FIRST_FREE, Math.min(reached, loaded.memory.buffer.byteLength));
}

/**
 * The address of `size` bytes of whatever was there before, with 16 more after them that kernels may touch.
 *
 * Cost: as good as none until the memory must grow; that slows the loops of the whole process (scripts/build-kernels.mjs).
 */
export function reserve(size: number): number {
  const { memory } = module();
  const at = free;
  free = (at + size + 2 * ALIGNMENT - 1) & -ALIGNMENT;
  if (free > reached) reached = free;
  const missing = free - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  if (bytes.buffer !== memory.buffer) bytes = new Uint8Array(memory.buffer);
  return at;
}

/** Copies numbers into the memory and returns their address. */
export function copyIn(data: Numbers): number {
  const at = reserve(data.byteLength);
  copyTo(at, data);
  return at;
}

/** Copies numbers to an address that was reserved for them. */
export function copyTo(at: number, data: Numbers): void {
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
}

/** Copies as many numbers as `into` takes out of the memory. */
export function copyOut(at: number, into: Numbers): void {
  new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(bytes.subarray(at, at + into.byteLength));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(text: string): Uint8Array {
  const values = new Map(Array.from(BASE64, (letter, value) => [letter, value]));
  const length = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const out = new Uint8Array((length * 3) >> 2);
  for (let i = 0, o = 0, held = 0; i < length; i++) {
    held = ((held << 6) | (values.get(text[i]) ?? 0)) & 0xffffff;
    if (i % 4 > 0) out[o++] = held >> (6 - 2 * (i % 4));
  }
  return out;
}
