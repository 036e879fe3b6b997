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

const BANDS = 8;

export function inventedFigures(view: WorkView): InventedFigures {
  const { width, height, bare, chest, body, bared, shoulderRow, hipRow, sw } = view;
  const [skins, grounds] = [new Float64Array(BANDS), new Float64Array(BANDS)];
  let [arms, legs, throat, cloth, ground] = [0, 0, 0, 0, 0];
  const band = Math.max(1, (hipRow - shoulderRow) / 3);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(BANDS - 1, Math.max(0, Math.floor((y - shoulderRow) / band) + 1));
    for (let x = 0; x < width; x++, i++) {
      const gone = bared[i];
      if (gone === 0) continue;
      const skin = Math.max(bare[i], chest[i]);
      const painted = Math.max(skin, body[i]);
      if (chest[i] > bare[i]) throat += gone * skin;
      else if (y > hipRow) legs += gone * skin;
      else arms += gone * skin;
      cloth += gone * (painted - skin);
      ground += gone * (1 - painted);
      skins[row] += gone * skin;
      grounds[row] += gone * (1 - painted);
    }
  }
  const unit = sw * sw;
  return {
    skinArms: arms / unit,
    skinLegs: legs / unit,
    skinChest: throat / unit,
    clothInvented: cloth / unit,
    groundInvented: ground / unit,
    skinMost: Math.max(...skins) / unit,
    groundMost: Math.max(...grounds) / unit,
  };
}
