"""Class merge of the 59 labels of Clothing Co-Parsing, and the relabelling of skirts that the data set calls dresses.

The data set does not know hands: hands.py makes them. `bag` is all that a person carries, `legwear` covers skin of legs.
"""
import json

import numpy as np

CLASSES = ['background', 'hair', 'skin', 'top', 'outer', 'dress', 'pants', 'skirt', 'shoes', 'bag', 'other', 'legwear', 'hand']
MERGE = {
    'hair': ['hair'],
    'skin': ['skin'],
    'top': ['blouse', 'shirt', 't-shirt', 'top', 'sweater', 'sweatshirt', 'bodysuit', 'bra', 'hoodie', 'jumper', 'vest', 'intimate', 'swimwear'],
    'outer': ['blazer', 'cardigan', 'coat', 'jacket', 'cape', 'suit'],
    'dress': ['dress', 'romper'],
    'pants': ['jeans', 'pants', 'leggings', 'shorts', 'panties'],
    'skirt': ['skirt'],
    'shoes': ['boots', 'clogs', 'flats', 'heels', 'loafers', 'pumps', 'sandals', 'shoes', 'sneakers', 'wedges'],
    'bag': ['bag', 'purse', 'wallet'],
    'other': ['accessories', 'belt', 'bracelet', 'earrings', 'glasses', 'hat', 'necklace', 'ring', 'scarf', 'sunglasses', 'tie', 'watch'],
    'legwear': ['socks', 'stockings', 'tights'],
    'hand': ['gloves'],
}
IGNORE = 255


def names_of(file):
    """The data set's 59 labels, in the order of their indices."""
    with open(file) as f:
        return json.load(f)


def merge_table(names):
    """uint8 [256]: label index of the data set -> class index. Raises if a label is in no class."""
    of = {n: c for c, members in MERGE.items() for n in members}
    table = np.zeros(256, np.uint8)
    for i, name in enumerate(names):
        if name != 'null':
            table[i] = CLASSES.index(of[name])
    return table


def relabel_skirts(label):
    """Calls a dress that starts below the waist a skirt; in place.

    About 109 of 269 dress regions of the data set are skirts. The waist is taken at 37 % of the person's height from the top
    of the head (shoulder + 0.55 of shoulder to hip on an upright figure); the region's top is its 3rd percentile of y.
    Returns True where it changed the label. label: uint8 [H, W] of class indices.
    """
    dress = CLASSES.index('dress')
    ys = np.nonzero(label == dress)[0]
    body = np.nonzero(label != 0)[0]
    if ys.size < 50:
        return False
    top, bottom = np.percentile(body, 0.5), np.percentile(body, 99.5)
    if np.percentile(ys, 3) <= top + 0.37 * (bottom - top):
        return False
    label[label == dress] = CLASSES.index('skirt')
    return True
