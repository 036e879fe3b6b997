import { PARSE_CLASSES } from './networks/person-parser';

/** The labels of Clothing Co-Parsing in the order of its PNG indices (label-names.json of the data set). */
export const CCP_LABELS = [
  ...['null', 'accessories', 'bag', 'belt', 'blazer', 'blouse', 'bodysuit', 'boots', 'bra', 'bracelet', 'cape'],
  ...['cardigan', 'clogs', 'coat', 'dress', 'earrings', 'flats', 'glasses', 'gloves', 'hair', 'hat', 'heels', 'hoodie'],
  ...['intimate', 'jacket', 'jeans', 'jumper', 'leggings', 'loafers', 'necklace', 'panties', 'pants', 'pumps', 'purse'],
  ...['ring', 'romper', 'sandals', 'scarf', 'shirt', 'shoes', 'shorts', 'skin', 'skirt', 'sneakers', 'socks'],
  ...[
    'stockings',
    'suit',
    'sunglasses',
    'sweater',
    'sweatshirt',
    'swimwear',
    't-shirt',
    'tie',
    'tights',
    'top',
    'vest',
  ],
  ...['wallet', 'watch', 'wedges'],
] as const;

type ParseClass = (typeof PARSE_CLASSES)[number];

/**
 * Which labels make up each class. The same merge as training/labels.py; legwear, a separate class there, is `other` here, and hands are
 * skin.
 */
export const CCP_MERGE: Readonly<Record<Exclude<ParseClass, 'background'>, readonly string[]>> = {
  hair: ['hair'],
  skin: ['skin', 'gloves'],
  top: [
    ...['blouse', 'shirt', 't-shirt', 'top', 'sweater', 'sweatshirt', 'bodysuit', 'bra', 'hoodie', 'jumper', 'vest'],
    ...['intimate', 'swimwear'],
  ],
  outer: ['blazer', 'cardigan', 'coat', 'jacket', 'cape', 'suit'],
  dress: ['dress', 'romper'],
  pants: ['jeans', 'pants', 'leggings', 'shorts', 'panties'],
  skirt: ['skirt'],
  shoes: ['boots', 'clogs', 'flats', 'heels', 'loafers', 'pumps', 'sandals', 'shoes', 'sneakers', 'wedges'],
  bag: ['bag', 'purse', 'wallet'],
  other: [
    ...['accessories', 'belt', 'bracelet', 'earrings', 'glasses', 'hat', 'necklace', 'ring', 'scarf'],
    ...['sunglasses', 'tie', 'watch'],
    ...['socks', 'stockings', 'tights'],
  ],
};

/**
 * Class of PARSE_CLASSES for each label index 0…255; indices without a name are background.
 *
 * Throws: RangeError for a name that is in no class.
 */
export function ccpMergeTable(names: readonly string[] = CCP_LABELS): Uint8Array {
  const table = new Uint8Array(256);
  names.forEach((name, index) => {
    if (name === 'null') return;
    const found = PARSE_CLASSES.findIndex((part) => part !== 'background' && CCP_MERGE[part].includes(name));
    if (found < 0) throw new RangeError(`the label "${name}" belongs to no class`);
    table[index] = found;
  });
  return table;
}
