/** Generated from assembly/ by scripts/build-kernels.mjs: what the module exports, and calls by name of what takes many numbers. */

/** A byte of the module's memory. */
export type Address = number;

/** The module's exports. */
export interface KernelExports {
  /** assembly/product/active-states.ts */
  readonly activeStates: (
    garment: Address,
    removal: Address,
    front: Address,
    limbs: Address,
    snap: Address,
    contact: Address,
    contactWidth: number,
    width: number,
    height: number,
    trace: number,
    says: Address,
    states: Address,
  ) => void;
  /** assembly/product/active-states.ts */
  readonly activeStatesScratch: (width: number, height: number) => number;
  /** assembly/mesh/arap.ts */
  readonly factoriseEnvelope: (values: Address, base: Address, first: Address, size: number) => number;
  /** assembly/mesh/arap.ts */
  readonly settleMesh: (
    positions: Address,
    size: number,
    triangles: Address,
    triangleCount: number,
    edges: Address,
    ringStarts: Address,
    rings: Address,
    ringCount: number,
    bends: Address,
    fixed: Address,
    order: Address,
    first: Address,
    base: Address,
    values: Address,
    right: Address,
    turns: Address,
    work: Address,
    iterations: number,
  ) => void;
  /** assembly/filter/box-blur.ts */
  readonly boxBlur: (
    src: Address,
    dst: Address,
    width: number,
    height: number,
    radius: number,
    scratch: Address,
  ) => void;
  /** assembly/filter/box-blur.ts */
  readonly boxBlurScratch: (width: number, radius: number) => number;
  /** assembly/memory/bytes.ts */
  readonly bytesToFloats: (src: Address, dst: Address, count: number) => void;
  /** assembly/memory/bytes.ts */
  readonly floatsToBytes: (src: Address, dst: Address, count: number) => void;
  /** assembly/product/class-rows.ts */
  readonly classLineSize: (width: number) => number;
  /** assembly/product/class-rows.ts */
  readonly classRows: (
    fields: Address,
    fieldWidth: number,
    fieldHeight: number,
    line: Address,
    heights: Address,
    rows: number,
    columns: Address,
    count: number,
    guide: Address,
    face: Address,
    width: number,
    inset: number,
    out: Address,
    edgeLow: number,
    edgeHigh: number,
    noiseFloor: number,
  ) => number;
  /** assembly/product/class-rows.ts */
  readonly interleavePlanes: (p: Address, q: Address, r: Address, s: Address, size: number, out: Address) => void;
  /** assembly/product/class-rows.ts */
  readonly transposeModels: (fields: Address, size: number) => void;
  /** assembly/product/colour-judge.ts */
  readonly judgeClear: (
    lab: Address,
    belief: Address,
    near: Address,
    distance: Address,
    out: Address,
    count: number,
    garment: Address,
    garmentPairs: number,
    background: Address,
    backgroundPairs: number,
    dark: number,
    limit: number,
    slope: number,
  ) => void;
  /** assembly/product/colour-judge.ts */
  readonly judgeHesitant: (
    lab: Address,
    belief: Address,
    near: Address,
    deep: Address,
    out: Address,
    count: number,
    garment: Address,
    garmentPairs: number,
    background: Address,
    backgroundPairs: number,
    dark: number,
    weight: number,
  ) => void;
  /** assembly/morphology/components.ts */
  readonly fillRegions: (
    plane: Address,
    width: number,
    height: number,
    runs: Address,
    first: Address,
    roots: Address,
    regions: Address,
    maxArea: number,
  ) => void;
  /** assembly/morphology/components.ts */
  readonly findRuns: (
    plane: Address,
    width: number,
    height: number,
    threshold: number,
    others: boolean,
    runs: Address,
    first: Address,
  ) => number;
  /** assembly/morphology/components.ts */
  readonly keepLargest: (
    plane: Address,
    width: number,
    height: number,
    runs: Address,
    first: Address,
    roots: Address,
    regions: Address,
    found: number,
  ) => void;
  /** assembly/morphology/components.ts */
  readonly labelRuns: (
    width: number,
    height: number,
    reach: number,
    runs: Address,
    first: Address,
    roots: Address,
    labels: Address,
    regions: Address,
  ) => number;
  /** assembly/filter/convolve.ts */
  readonly convolve: (
    src: Address,
    dst: Address,
    width: number,
    height: number,
    kernel: Address,
    half: Address,
    radius: number,
    rows: Address,
  ) => void;
  /** assembly/morphology/distance.ts */
  readonly distanceField: (
    plane: Address,
    width: number,
    height: number,
    threshold: number,
    above: boolean,
    scratch: Address,
  ) => void;
  /** assembly/morphology/distance.ts */
  readonly distanceScratch: (width: number) => number;
  /** assembly/mesh/draw-mesh.ts */
  readonly drawTriangles: (
    corners: Address,
    textureOf: Address,
    count: number,
    textures: Address,
    frames: Address,
    pixels: Address,
    map: Address,
    width: number,
    height: number,
  ) => void;
  /** assembly/memory/fill-bytes.ts */
  readonly fillBytes: (at: Address, value: number, size: number) => void;
  /** assembly/product/background-field.ts */
  readonly backgroundDistance: (
    lab: Address,
    belief: Address,
    width: number,
    height: number,
    radius: number,
    out: Address,
    scratch: Address,
  ) => void;
  /** assembly/product/background-field.ts */
  readonly backgroundScratch: (width: number, height: number, radius: number) => number;
  /** assembly/filter/guided-models.ts */
  readonly guidedScratch: (width: number, height: number) => number;
  /** assembly/filter/guided-models.ts */
  readonly guideStatistics: (
    guide: Address,
    width: number,
    height: number,
    radius: number,
    eps: number,
    out: Address,
    scratch: Address,
  ) => void;
  /** assembly/filter/guided-models.ts */
  readonly guideStatisticsSize: (width: number, height: number) => number;
  /** assembly/filter/guided-models.ts */
  readonly planeModels: (
    plane: Address,
    statistics: Address,
    width: number,
    height: number,
    radius: number,
    out: Address,
    scratch: Address,
  ) => void;
  /** assembly/resize/halve.ts */
  readonly halveRgb: (src: Address, dst: Address, width: number, height: number) => void;
  /** assembly/colour/k-means.ts */
  readonly kMeans: (
    sample: Address,
    count: number,
    pitch: number,
    means: Address,
    clusters: number,
    rounds: number,
    owner: Address,
    spread: Address,
  ) => void;
  /** assembly/colour/lab.ts */
  readonly rgbToLab: (
    src: Address,
    dst: Address,
    count: number,
    channels: number,
    linear: Address,
    curve: Address,
  ) => void;
  /** assembly/product/composite-layers.ts */
  readonly compositeMixed: (
    out: Address,
    edited: Address,
    garment: Address,
    pitch: Address,
    first: number,
    last: number,
    edge: number,
    light: Address,
    lightStarts: Address,
    lightWeights: Address,
    line: Address,
    starts: Address,
    weights: Address,
    tile: Address,
    fine: Address,
    from: number,
    to: number,
  ) => void;
  /** assembly/product/composite-layers.ts */
  readonly compositeSolid: (
    out: Address,
    edited: Address,
    garment: Address,
    light: Address,
    starts: Address,
    weights: Address,
    from: number,
    to: number,
  ) => void;
  /** assembly/product/composite-layers.ts */
  readonly mixLayerRow: (
    line: Address,
    removal: Address,
    front: Address,
    limbs: Address,
    snap: Address,
    body: Address,
    under: Address,
    spread: Address,
    background: Address,
    below: number,
    t: number,
    from: number,
    to: number,
  ) => void;
  /** assembly/product/composite-layers.ts */
  readonly mixLightRow: (
    line: Address,
    gain: Address,
    contact: Address,
    below: number,
    t: number,
    from: number,
    to: number,
  ) => void;
  /** assembly/product/composite-layers.ts */
  readonly setLayers: (
    traceTo: number,
    limbLowTo: number,
    limbHighTo: number,
    garmentLowTo: number,
    garmentHighTo: number,
    sheenTo: number,
    grainTo: number,
    skinGrainTo: number,
  ) => void;
  /** assembly/product/matte-edge.ts */
  readonly drawEdge: (
    picture: Address,
    width: number,
    height: number,
    from: number,
    to: number,
    band: Address,
    bandWidth: number,
    bandHeight: number,
    slope: Address,
    shift: Address,
    modelWidth: number,
    modelHeight: number,
    r: number,
    g: number,
    b: number,
    line: Address,
    out: Address,
  ) => void;
  /** assembly/product/matte-edge.ts */
  readonly edgeModels: (
    guide: Address,
    matte: Address,
    width: number,
    height: number,
    radius: number,
    eps: number,
    slope: Address,
    shift: Address,
    work: Address,
    scratch: Address,
  ) => void;
  /** assembly/product/matte-edge.ts */
  readonly fullContrast: (src: Address, count: number, r: number, g: number, b: number, out: Address) => void;
  /** assembly/product/matte-edge.ts */
  readonly halfContrast: (
    src: Address,
    width: number,
    rows: number,
    r: number,
    g: number,
    b: number,
    out: Address,
  ) => void;
  /** assembly/product/matte-edge.ts */
  readonly halfMatte: (
    shape: Address,
    shapeWidth: number,
    shapeHeight: number,
    width: number,
    height: number,
    out: Address,
    scratch: Address,
  ) => void;
  /** assembly/product/matte-edge.ts */
  readonly halfMatteScratch: (shapeWidth: number, width: number) => number;
  /** assembly/memory/mix.ts */
  readonly mixFloats: (a: Address, b: Address, part: number, count: number) => void;
  /** assembly/filter/normal-equations.ts */
  readonly normalEquations: (terms: Address, weights: Address, count: number, out: Address) => void;
  /** assembly/morphology/octagon.ts */
  readonly octagon: (
    plane: Address,
    width: number,
    height: number,
    square: number,
    diagonal: number,
    sign: number,
    scratch: Address,
  ) => void;
  /** assembly/morphology/octagon.ts */
  readonly octagonScratch: (width: number, height: number, radius: number) => number;
  /** assembly/mesh/pack-pixels.ts */
  readonly packPixels: (
    src: Address,
    covers: Address,
    pitch: number,
    count: number,
    rows: number,
    dst: Address,
  ) => void;
  /** assembly/mesh/pack-pixels.ts */
  readonly unpremultiply: (pixels: Address, count: number) => void;
  /** assembly/fill/patch-search.ts */
  readonly costPatches: (targets: Address, count: number, costs: Address) => void;
  /** assembly/fill/patch-search.ts */
  readonly patchState: () => number;
  /** assembly/fill/patch-search.ts */
  readonly searchPatches: (targets: Address, count: number, costs: Address, step: number, widest: number) => void;
  /** assembly/fill/patch-search.ts */
  readonly setPatches: (
    valuesAt: Address,
    saysAt: Address,
    sourcesAt: Address,
    matchesAt: Address,
    widthTo: number,
    heightTo: number,
    radiusTo: number,
    nearnessTo: number,
    stateTo: number,
  ) => void;
  /** assembly/fill/patch-search.ts */
  readonly startPatches: (
    targets: Address,
    count: number,
    list: Address,
    listed: number,
    coarse: Address,
    coarseWidth: number,
    coarseSize: number,
  ) => void;
  /** assembly/fill/patch-search.ts */
  readonly votePatches: (targets: Address, count: number, weights: Address, sums: Address) => void;
  /** assembly/fill/push-pull.ts */
  readonly pushPull: (level: Address, width: number, height: number, channels: number, line: Address) => void;
  /** assembly/fill/push-pull.ts */
  readonly pushPullSize: (width: number, height: number, channels: number) => number;
  /** assembly/fill/push-pull.ts */
  readonly startPushPull: (level: Address, known: Address, width: number, height: number, channels: number) => number;
  /** assembly/resize/resize.ts */
  readonly resizeBytes: (
    src: Address,
    firstRow: number,
    dst: Address,
    channels: number,
    srcWidth: number,
    width: number,
    height: number,
    from: number,
    to: number,
    rows: Address,
    columns: Address,
    wide: Address,
    narrow: Address,
  ) => void;
  /** assembly/resize/resize.ts */
  readonly resizeFloats: (
    src: Address,
    firstRow: number,
    dst: Address,
    srcWidth: number,
    width: number,
    height: number,
    from: number,
    to: number,
    rows: Address,
    columns: Address,
    wide: Address,
  ) => void;
  /** assembly/product/rim-colours.ts */
  readonly carryColours: (
    rgba: Address,
    width: number,
    height: number,
    sure: Address,
    firm: Address,
    known: Address,
    rounds: number,
  ) => void;
  /** assembly/product/rim-colours.ts */
  readonly packMatte: (
    colour: Address,
    matte: Address,
    rgba: Address,
    width: number,
    rows: number,
    sure: Address,
    firm: Address,
  ) => void;
  /** assembly/network/sample-region.ts */
  readonly sampleRegion: (
    src: Address,
    width: number,
    height: number,
    channels: number,
    out: Address,
    outWidth: number,
    outHeight: number,
    left: number,
    top: number,
    rowX: number,
    rowY: number,
    dx: number,
    dy: number,
    zero: number,
    factors: Address,
  ) => void;
  /** assembly/resize/shrink-alpha.ts */
  readonly alphaTaps: (srcWidth: number, width: number, taps: Address) => void;
  /** assembly/resize/shrink-alpha.ts */
  readonly alphaTapsSize: (srcWidth: number, width: number) => number;
  /** assembly/resize/shrink-alpha.ts */
  readonly shrinkAlpha: (
    src: Address,
    firstRow: number,
    dst: Address,
    srcWidth: number,
    srcHeight: number,
    width: number,
    height: number,
    from: number,
    to: number,
    wide: Address,
    taps: Address,
  ) => void;
  /** assembly/network/sigmoid.ts */
  readonly sigmoids: (values: Address, count: number) => void;
  /** assembly/fill/smooth-fill.ts */
  readonly smoothFill: (
    raster: Address,
    channels: number,
    known: Address,
    width: number,
    height: number,
    calm: number,
    fade: number,
    from: number,
    to: number,
    out: Address,
    work: Address,
  ) => void;
  /** assembly/fill/smooth-fill.ts */
  readonly smoothFillSize: (width: number, height: number, calm: number, fade: number) => number;
  /** assembly/network/softmax.ts */
  readonly softmax: (
    logits: Address,
    channels: number,
    pitch: Address,
    labels: Address,
    planes: number,
    out: Address,
    shares: Address,
  ) => void;
  /** assembly/resize/taps.ts */
  readonly tapsSize: (from: number, to: number) => number;
  /** assembly/resize/taps.ts */
  readonly writeTaps: (from: number, to: number, taps: Address) => void;
  /** assembly/filter/threshold.ts */
  readonly keepAtLeast: (plane: Address, count: number, least: number) => void;
}

export interface ActiveStates {
  readonly garment: Address;
  readonly removal: Address;
  readonly front: Address;
  readonly limbs: Address;
  readonly snap: Address;
  readonly contact: Address;
  readonly contactWidth: number;
  readonly width: number;
  readonly height: number;
  readonly trace: number;
  readonly says: Address;
  readonly states: Address;
}

export interface SettleMesh {
  readonly positions: Address;
  readonly size: number;
  readonly triangles: Address;
  readonly triangleCount: number;
  readonly edges: Address;
  readonly ringStarts: Address;
  readonly rings: Address;
  readonly ringCount: number;
  readonly bends: Address;
  readonly fixed: Address;
  readonly order: Address;
  readonly first: Address;
  readonly base: Address;
  readonly values: Address;
  readonly right: Address;
  readonly turns: Address;
  readonly work: Address;
  readonly iterations: number;
}

export interface ClassRows {
  readonly fields: Address;
  readonly fieldWidth: number;
  readonly fieldHeight: number;
  readonly line: Address;
  readonly heights: Address;
  readonly rows: number;
  readonly columns: Address;
  readonly count: number;
  readonly guide: Address;
  readonly face: Address;
  readonly width: number;
  readonly inset: number;
  readonly out: Address;
  readonly edgeLow: number;
  readonly edgeHigh: number;
  readonly noiseFloor: number;
}

export interface JudgeClear {
  readonly lab: Address;
  readonly belief: Address;
  readonly near: Address;
  readonly distance: Address;
  readonly out: Address;
  readonly count: number;
  readonly garment: Address;
  readonly garmentPairs: number;
  readonly background: Address;
  readonly backgroundPairs: number;
  readonly dark: number;
  readonly limit: number;
  readonly slope: number;
}

export interface JudgeHesitant {
  readonly lab: Address;
  readonly belief: Address;
  readonly near: Address;
  readonly deep: Address;
  readonly out: Address;
  readonly count: number;
  readonly garment: Address;
  readonly garmentPairs: number;
  readonly background: Address;
  readonly backgroundPairs: number;
  readonly dark: number;
  readonly weight: number;
}

export interface DrawTriangles {
  readonly corners: Address;
  readonly textureOf: Address;
  readonly count: number;
  readonly textures: Address;
  readonly frames: Address;
  readonly pixels: Address;
  readonly map: Address;
  readonly width: number;
  readonly height: number;
}

export interface CompositeMixed {
  readonly out: Address;
  readonly edited: Address;
  readonly garment: Address;
  readonly pitch: Address;
  readonly first: number;
  readonly last: number;
  readonly edge: number;
  readonly light: Address;
  readonly lightStarts: Address;
  readonly lightWeights: Address;
  readonly line: Address;
  readonly starts: Address;
  readonly weights: Address;
  readonly tile: Address;
  readonly fine: Address;
  readonly from: number;
  readonly to: number;
}

export interface MixLayerRow {
  readonly line: Address;
  readonly removal: Address;
  readonly front: Address;
  readonly limbs: Address;
  readonly snap: Address;
  readonly body: Address;
  readonly under: Address;
  readonly spread: Address;
  readonly background: Address;
  readonly below: number;
  readonly t: number;
  readonly from: number;
  readonly to: number;
}

export interface DrawEdge {
  readonly picture: Address;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly band: Address;
  readonly bandWidth: number;
  readonly bandHeight: number;
  readonly slope: Address;
  readonly shift: Address;
  readonly modelWidth: number;
  readonly modelHeight: number;
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly line: Address;
  readonly out: Address;
}

export interface EdgeModels {
  readonly guide: Address;
  readonly matte: Address;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly eps: number;
  readonly slope: Address;
  readonly shift: Address;
  readonly work: Address;
  readonly scratch: Address;
}

export interface SetPatches {
  readonly valuesAt: Address;
  readonly saysAt: Address;
  readonly sourcesAt: Address;
  readonly matchesAt: Address;
  readonly widthTo: number;
  readonly heightTo: number;
  readonly radiusTo: number;
  readonly nearnessTo: number;
  readonly stateTo: number;
}

export interface ResizeBytes {
  readonly src: Address;
  readonly firstRow: number;
  readonly dst: Address;
  readonly channels: number;
  readonly srcWidth: number;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly rows: Address;
  readonly columns: Address;
  readonly wide: Address;
  readonly narrow: Address;
}

export interface ResizeFloats {
  readonly src: Address;
  readonly firstRow: number;
  readonly dst: Address;
  readonly srcWidth: number;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly rows: Address;
  readonly columns: Address;
  readonly wide: Address;
}

export interface SampleRegion {
  readonly src: Address;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly out: Address;
  readonly outWidth: number;
  readonly outHeight: number;
  readonly left: number;
  readonly top: number;
  readonly rowX: number;
  readonly rowY: number;
  readonly dx: number;
  readonly dy: number;
  readonly zero: number;
  readonly factors: Address;
}

export interface ShrinkAlpha {
  readonly src: Address;
  readonly firstRow: number;
  readonly dst: Address;
  readonly srcWidth: number;
  readonly srcHeight: number;
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly wide: Address;
  readonly taps: Address;
}

export interface SmoothFill {
  readonly raster: Address;
  readonly channels: number;
  readonly known: Address;
  readonly width: number;
  readonly height: number;
  readonly calm: number;
  readonly fade: number;
  readonly from: number;
  readonly to: number;
  readonly out: Address;
  readonly work: Address;
}

/** The kernels whose numbers are named. */
export interface NamedCalls {
  /** assembly/product/active-states.ts */
  readonly activeStates: (block: ActiveStates) => void;
  /** assembly/mesh/arap.ts */
  readonly settleMesh: (block: SettleMesh) => void;
  /** assembly/product/class-rows.ts */
  readonly classRows: (block: ClassRows) => number;
  /** assembly/product/colour-judge.ts */
  readonly judgeClear: (block: JudgeClear) => void;
  /** assembly/product/colour-judge.ts */
  readonly judgeHesitant: (block: JudgeHesitant) => void;
  /** assembly/mesh/draw-mesh.ts */
  readonly drawTriangles: (block: DrawTriangles) => void;
  /** assembly/product/composite-layers.ts */
  readonly compositeMixed: (block: CompositeMixed) => void;
  /** assembly/product/composite-layers.ts */
  readonly mixLayerRow: (block: MixLayerRow) => void;
  /** assembly/product/matte-edge.ts */
  readonly drawEdge: (block: DrawEdge) => void;
  /** assembly/product/matte-edge.ts */
  readonly edgeModels: (block: EdgeModels) => void;
  /** assembly/fill/patch-search.ts */
  readonly setPatches: (block: SetPatches) => void;
  /** assembly/resize/resize.ts */
  readonly resizeBytes: (block: ResizeBytes) => void;
  /** assembly/resize/resize.ts */
  readonly resizeFloats: (block: ResizeFloats) => void;
  /** assembly/network/sample-region.ts */
  readonly sampleRegion: (block: SampleRegion) => void;
  /** assembly/resize/shrink-alpha.ts */
  readonly shrinkAlpha: (block: ShrinkAlpha) => void;
  /** assembly/fill/smooth-fill.ts */
  readonly smoothFill: (block: SmoothFill) => void;
}

/** The kernels as they are called: what each one does stands at its source. */
export type Kernels = Omit<KernelExports, keyof NamedCalls> & NamedCalls;

/** The module's exports, those of many parameters called by name. */
export function callsOf(module: KernelExports): Kernels {
  return {
    ...module,
    activeStates: activeStatesOf(module),
    settleMesh: settleMeshOf(module),
    classRows: classRowsOf(module),
    judgeClear: judgeClearOf(module),
    judgeHesitant: judgeHesitantOf(module),
    drawTriangles: drawTrianglesOf(module),
    compositeMixed: compositeMixedOf(module),
    mixLayerRow: mixLayerRowOf(module),
    drawEdge: drawEdgeOf(module),
    edgeModels: edgeModelsOf(module),
    setPatches: setPatchesOf(module),
    resizeBytes: resizeBytesOf(module),
    resizeFloats: resizeFloatsOf(module),
    sampleRegion: sampleRegionOf(module),
    shrinkAlpha: shrinkAlphaOf(module),
    smoothFill: smoothFillOf(module),
  };
}

function activeStatesOf(module: KernelExports): NamedCalls['activeStates'] {
  return (block) =>
    module.activeStates(
      block.garment,
      block.removal,
      block.front,
      block.limbs,
      block.snap,
      block.contact,
      block.contactWidth,
      block.width,
      block.height,
      block.trace,
      block.says,
      block.states,
    );
}

function settleMeshOf(module: KernelExports): NamedCalls['settleMesh'] {
  return (block) =>
    module.settleMesh(
      block.positions,
      block.size,
      block.triangles,
      block.triangleCount,
      block.edges,
      block.ringStarts,
      block.rings,
      block.ringCount,
      block.bends,
      block.fixed,
      block.order,
      block.first,
      block.base,
      block.values,
      block.right,
      block.turns,
      block.work,
      block.iterations,
    );
}

function classRowsOf(module: KernelExports): NamedCalls['classRows'] {
  return (block) =>
    module.classRows(
      block.fields,
      block.fieldWidth,
      block.fieldHeight,
      block.line,
      block.heights,
      block.rows,
      block.columns,
      block.count,
      block.guide,
      block.face,
      block.width,
      block.inset,
      block.out,
      block.edgeLow,
      block.edgeHigh,
      block.noiseFloor,
    );
}

function judgeClearOf(module: KernelExports): NamedCalls['judgeClear'] {
  return (block) =>
    module.judgeClear(
      block.lab,
      block.belief,
      block.near,
      block.distance,
      block.out,
      block.count,
      block.garment,
      block.garmentPairs,
      block.background,
      block.backgroundPairs,
      block.dark,
      block.limit,
      block.slope,
    );
}

function judgeHesitantOf(module: KernelExports): NamedCalls['judgeHesitant'] {
  return (block) =>
    module.judgeHesitant(
      block.lab,
      block.belief,
      block.near,
      block.deep,
      block.out,
      block.count,
      block.garment,
      block.garmentPairs,
      block.background,
      block.backgroundPairs,
      block.dark,
      block.weight,
    );
}

function drawTrianglesOf(module: KernelExports): NamedCalls['drawTriangles'] {
  return (block) =>
    module.drawTriangles(
      block.corners,
      block.textureOf,
      block.count,
      block.textures,
      block.frames,
      block.pixels,
      block.map,
      block.width,
      block.height,
    );
}

function compositeMixedOf(module: KernelExports): NamedCalls['compositeMixed'] {
  return (block) =>
    module.compositeMixed(
      block.out,
      block.edited,
      block.garment,
      block.pitch,
      block.first,
      block.last,
      block.edge,
      block.light,
      block.lightStarts,
      block.lightWeights,
      block.line,
      block.starts,
      block.weights,
      block.tile,
      block.fine,
      block.from,
      block.to,
    );
}

function mixLayerRowOf(module: KernelExports): NamedCalls['mixLayerRow'] {
  return (block) =>
    module.mixLayerRow(
      block.line,
      block.removal,
      block.front,
      block.limbs,
      block.snap,
      block.body,
      block.under,
      block.spread,
      block.background,
      block.below,
      block.t,
      block.from,
      block.to,
    );
}

function drawEdgeOf(module: KernelExports): NamedCalls['drawEdge'] {
  return (block) =>
    module.drawEdge(
      block.picture,
      block.width,
      block.height,
      block.from,
      block.to,
      block.band,
      block.bandWidth,
      block.bandHeight,
      block.slope,
      block.shift,
      block.modelWidth,
      block.modelHeight,
      block.r,
      block.g,
      block.b,
      block.line,
      block.out,
    );
}

function edgeModelsOf(module: KernelExports): NamedCalls['edgeModels'] {
  return (block) =>
    module.edgeModels(
      block.guide,
      block.matte,
      block.width,
      block.height,
      block.radius,
      block.eps,
      block.slope,
      block.shift,
      block.work,
      block.scratch,
    );
}

function setPatchesOf(module: KernelExports): NamedCalls['setPatches'] {
  return (block) =>
    module.setPatches(
      block.valuesAt,
      block.saysAt,
      block.sourcesAt,
      block.matchesAt,
      block.widthTo,
      block.heightTo,
      block.radiusTo,
      block.nearnessTo,
      block.stateTo,
    );
}

function resizeBytesOf(module: KernelExports): NamedCalls['resizeBytes'] {
  return (block) =>
    module.resizeBytes(
      block.src,
      block.firstRow,
      block.dst,
      block.channels,
      block.srcWidth,
      block.width,
      block.height,
      block.from,
      block.to,
      block.rows,
      block.columns,
      block.wide,
      block.narrow,
    );
}

function resizeFloatsOf(module: KernelExports): NamedCalls['resizeFloats'] {
  return (block) =>
    module.resizeFloats(
      block.src,
      block.firstRow,
      block.dst,
      block.srcWidth,
      block.width,
      block.height,
      block.from,
      block.to,
      block.rows,
      block.columns,
      block.wide,
    );
}

function sampleRegionOf(module: KernelExports): NamedCalls['sampleRegion'] {
  return (block) =>
    module.sampleRegion(
      block.src,
      block.width,
      block.height,
      block.channels,
      block.out,
      block.outWidth,
      block.outHeight,
      block.left,
      block.top,
      block.rowX,
      block.rowY,
      block.dx,
      block.dy,
      block.zero,
      block.factors,
    );
}

function shrinkAlphaOf(module: KernelExports): NamedCalls['shrinkAlpha'] {
  return (block) =>
    module.shrinkAlpha(
      block.src,
      block.firstRow,
      block.dst,
      block.srcWidth,
      block.srcHeight,
      block.width,
      block.height,
      block.from,
      block.to,
      block.wide,
      block.taps,
    );
}

function smoothFillOf(module: KernelExports): NamedCalls['smoothFill'] {
  return (block) =>
    module.smoothFill(
      block.raster,
      block.channels,
      block.known,
      block.width,
      block.height,
      block.calm,
      block.fade,
      block.from,
      block.to,
      block.out,
      block.work,
    );
}
