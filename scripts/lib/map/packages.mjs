/**
 * What `pnpm map` draws: `folder`, and for each folder below it, by path, what it is for in one sentence. `.` is the folder itself.
 *
 * `order`, where there is one: rooms (folders and files at the top, without .ts) from the ground up. A room may import what stands on
 * lower lines, and on the ground, the first line, its neighbours; rooms of another line do not import each other. Files at the top that
 * no line names stand above all. `filesMax`: the most source files of one folder; `typesOnly`: folders that hold types and nothing else.
 */
export const PACKAGES = [
  {
    folder: 'packages/tryon/src',
    filesMax: 15,
    typesOnly: ['model'],
    order: [
      ['ports', 'refusal', 'stages', 'model', 'geometry', 'rules'],
      ['person'],
      ['garment'],
      ['place', 'attributes'],
      ['compose'],
      ['quality'],
    ],
    purposes: {
      '.': 'One render and one look as lists of stages, the ports of the networks, refusals.',
      model: 'Types: body, person, garment, placement, scene, layers, try-on.',
      geometry: 'Numbers, vectors, polylines, polygons, boxes and samples of planes.',
      rules: 'Names of the rules that a measurement can leave out.',
      person: 'From a photo to a person: the stages of the analysis.',
      'person/pose': 'Finds the person and their joints, and refuses photos that no garment can be put on.',
      'person/pose/repair': 'Mends joints: below the photo’s edge, and arms that the pose network led astray.',
      'person/measure': 'Limbs as chains of discs, skin tone, light, waistline.',
      'person/parse': 'Class planes from the clothes parser, drawn at work size, dresses settled.',
      'person/parse/colour': 'Weighs classes anew by the photo’s own colours.',
      'person/parse/correct': 'Mends habits of the parser, a rule per file.',
      garment: 'From a product picture to a garment: the stages of the analysis.',
      'garment/category': 'What kind of garment it is, and whether the caller is right about it.',
      'garment/cut-out': 'Tells the product from its background.',
      'garment/cut-out/edge': 'Clean outlines: hems, hoods, loops, stairs.',
      'garment/landmarks': 'Waists, hems and legs on the outline.',
      'garment/landmarks/upper': 'Shoulders, armpits and sleeves of tops, jackets and dresses.',
      'garment/mesh': 'The mesh and its sheets, and the slits between them.',
      'garment/neckline': 'Where the front of the neck is cut, collars, lapels, the inside of the back.',
      'garment/read': 'Regions and landmarks as the reader network sees them.',
      'garment/worn': 'Products that somebody wears in their picture.',
      place: 'Pulls a garment’s mesh onto a body.',
      'place/body': 'The body’s own coordinates, its bare outline and its old clothes.',
      'place/draw': 'Which sheet is drawn where and when, and where the garment came to lie.',
      'place/lower': 'Targets of trousers and skirts.',
      'place/shoulders': 'The line of the shoulders, and how necks and collars lie on it.',
      'place/sleeves': 'Targets of sleeves and cuffs.',
      'place/torso': 'Targets of the torso, length and waist of tops, jackets and dresses.',
      attributes: 'Describes a garment for the catalogue: colours, pattern, length, neckline.',
      compose: 'Lays everything on the photo: the stages of the composition.',
      'compose/scene': 'The part of the photo that changes, at work size: limbs, sleeves, tights, bags.',
      'compose/masks': 'What goes, what stays in front, what is kept.',
      'compose/paint': 'What comes to light below the old garment, back to front.',
      'compose/paint/background': 'Background where the old garment was.',
      'compose/paint/feet': 'Shoes that a hem hid.',
      'compose/paint/lower': 'Lower clothes that go on under a new top.',
      'compose/paint/skin': 'Bare arms, legs, shoulders and chest.',
      'compose/light': 'Light on the new garment: folds, roundness, shadows.',
      'compose/lay': 'Lays the layers on the photo at its own resolution.',
      quality: 'Gates, and the picture as a measure sees it.',
      'quality/measures': 'Measures of a finished picture, one per file.',
      'quality/score': 'The score, its reasons and its weights.',
      'quality/score/figures': 'Figures that the score is worked out from.',
      'compose/arms': 'Arms and hands for the garment that is put on: hidden, in pockets, before an arm.',
    },
  },
  {
    folder: 'packages/imaging/src',
    purposes: { '.': 'Pixel kernels: rasters, filters, morphology, meshes, colour, fills.' },
  },
  {
    folder: 'apps/worker/src',
    purposes: {
      '.': 'Starts the worker, and nothing else.',
      bench: 'Renders and measures all pairs of a folder.',
      'bench/garment': 'Scores the garment reader by labels.',
      'garment-package': 'An analysed garment as a file.',
      webhooks: 'Delivers signed messages to shops.',
    },
  },
  {
    folder: 'apps/gateway/src',
    purposes: {
      '.': 'The Express app and its configuration.',
      admin: 'The operator’s commands.',
      doctor: 'Compares every row with every object.',
      imports: 'Reads product feeds.',
      keys: 'API keys.',
      measurements: 'What shoppers say of their bodies.',
      middleware: 'What each request passes: authentication, limits, errors.',
      people: 'Members, sign-in, mail.',
      photos: 'Photo checks.',
      products: 'The catalogue and its size charts.',
      requests: 'The log of requests.',
      restore: 'Checks a database that was restored from a copy.',
      routes: 'The route table, and what a route is.',
      sessions: 'Receipts of what was erased.',
      tokens: 'Tokens for clients in browsers.',
      tryon: 'Try-ons from the request to the answer.',
      usage: 'Queries about usage.',
      webhooks: 'Webhooks as accounts see them.',
    },
  },
];

/** Reported everywhere, and wrong where a package says `filesMax`. */
export const FILES_MAX = 15;
export const FUNCTION_LINES_MAX = 60;
