"""Class merge of the 59 labels of Clothing Co-Parsing, and the names of garments that the data set has wrong.

The data set does not know hands: hands.py makes them. `bag` is all that a person carries, `legwear` covers skin of legs.
"""
import json
import os

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


GARMENT_NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'garment-names.jsonl')


def read_garment_names():
    """{photo's name without extension: {class: right class}} of the photos with a dress, a skirt or no trousers, all seen by eye.

    A region that holds two garments has {"above": class, "below": class, "at": percent of the photo's height} in place of a class.
    """
    with open(GARMENT_NAMES) as lines:
        return {os.path.splitext(row['image'])[0]: row['names'] for row in map(json.loads, lines)}


def rename_garments(label, names):
    """Gives the regions of a photo the names that an eye gave them; in place. label: uint8 [H, W] of class indices."""
    before = label.copy()
    for old, new in names.items():
        region = before == CLASSES.index(old)
        if isinstance(new, str):
            label[region] = CLASSES.index(new)
            continue
        rows = np.arange(label.shape[0])[:, None] < label.shape[0] * new['at'] / 100
        label[region & rows] = CLASSES.index(new['above'])
        label[region & ~rows] = CLASSES.index(new['below'])
