import type { WorkView } from '../work-view';

/** Areas that had to be invented, in squared shoulder widths. */
export interface InventedFigures {
  readonly skinArms: number;
  readonly skinLegs: number;
  readonly skinChest: number;
  readonly clothInvented: number;
  readonly groundInvented: number;
  /** Largest area of invented skin, and of invented background, in one of eight bands from the shoulders to the feet. */
  readonly skinMost: number;
  readonly groundMost: number;
}

const BAND_COUNT = 8;

export function inventedFigures(view: WorkView): InventedFigures {
  const { width, height, bare, chest, body, bared, shoulderRow, hipRow, sw } = view;
  const [skins, backgrounds] = [new Float64Array(BAND_COUNT), new Float64Array(BAND_COUNT)];
  let [arms, legs, throat, fabric, background] = [0, 0, 0, 0, 0];
  const band = Math.max(1, (hipRow - shoulderRow) / 3);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(BAND_COUNT - 1, Math.max(0, Math.floor((y - shoulderRow) / band) + 1));
    for (let x = 0; x < width; x++, i++) {
      const gone = bared[i];
      if (gone === 0) continue;
      const skin = Math.max(bare[i], chest[i]);
      const painted = Math.max(skin, body[i]);
      if (chest[i] > bare[i]) throat += gone * skin;
      else if (y > hipRow) legs += gone * skin;
      else arms += gone * skin;
      fabric += gone * (painted - skin);
      background += gone * (1 - painted);
      skins[row] += gone * skin;
      backgrounds[row] += gone * (1 - painted);
    }
  }
  const unit = sw * sw;
  return {
    skinArms: arms / unit,
    skinLegs: legs / unit,
    skinChest: throat / unit,
    clothInvented: fabric / unit,
    groundInvented: background / unit,
    skinMost: Math.max(...skins) / unit,
    groundMost: Math.max(...backgrounds) / unit,
  };
}
