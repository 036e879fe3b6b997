import type { Scene } from '../../model/scene';

/** A new jacket replaces the old one; where none is worn it goes over the top. */
export function replacesOuter(scene: Scene): boolean {
  return scene.category === 'jacket' && outerShare(scene) > 0.15;
}

/** Share of the upper clothes that is an outer layer. */
function outerShare(scene: Scene): number {
  const { outer, upper } = scene.person.planes;
  let [a, b] = [0, 1e-6];
  for (let i = 0; i < outer.data.length; i++) {
    a += outer.data[i];
    b += upper.data[i];
  }
  return a / b;
}
