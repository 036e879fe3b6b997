import type { AdviceTable } from './advice-languages';

/** "Le vêtement" wherever a participle would have to agree with the garment's own word. */
export const FRENCH: AdviceTable = {
  or: 'ou',
  garment: { dress: 'la robe', top: 'le haut', pants: 'le pantalon', jacket: 'la veste', skirt: 'la jupe' },
  category: { dress: 'robe', top: 'haut', pants: 'pantalon', jacket: 'veste', skirt: 'jupe' },
  reach: {
    dress: 'de la tête aux chevilles',
    top: 'de la tête aux hanches',
    pants: 'de la taille aux pieds',
    jacket: 'de la tête aux hanches',
    skirt: 'de la taille aux pieds',
  },
  sentences: {
    size_recommended: 'D’après les mesures indiquées, la taille {size} est la plus proche du guide des tailles.',
    size_between:
      'Les mesures se situent entre les tailles : {sizes} peuvent convenir, selon votre façon de porter le vêtement.',
    size_window_estimated: 'La stature et le poids orientent vers {sizes}.',
    size_measure_for_one:
      'Un mètre ruban autour de la poitrine, de la taille et des hanches permettrait de retenir une seule taille.',
    size_outside_chart:
      'Les mesures se situent hors du guide des tailles ; {size} est la taille la plus proche qu’il propose.',
    size_asked_differs: 'La taille consultée, {asked}, ne fait pas partie des plus proches des mesures indiquées.',
    size_asked_unknown: 'La taille consultée, {asked}, ne figure pas dans le guide des tailles utilisé.',
    size_name_department: 'Préciser si {garment} est de coupe femme ou homme rendrait le conseil de taille plus sûr.',
    preview_reliable:
      'Le vêtement a pu être placé nettement sur votre photo, l’image donne donc une bonne idée du rendu.',
    preview_fair:
      'L’image donne une assez bonne idée du rendu ; de petits détails du vêtement peuvent différer en réalité.',
    preview_rough: 'Cette image n’est qu’un aperçu approximatif, car une partie du placement est incertaine.',
    photo_show_more:
      'Une photo qui vous montre {reach}, sans bras croisés ni objets devant, rendrait l’aperçu plus précis.',
    photo_face_camera: 'Une photo prise de face, les bras légèrement écartés, donne en général un meilleur aperçu.',
    photo_sharper: 'Une photo plus grande, bien éclairée, ferait ressortir plus de détails.',
    photo_close_clothes:
      'Une grande partie de ce que cachent les vêtements portés a dû être peinte ; des vêtements ajustés sur la photo rendent l’aperçu plus fidèle.',
    size_needs_measurements:
      'Cette note ne juge que l’image ; ajoutez stature et poids, ou vos propres mesures, pour savoir quelles tailles peuvent convenir.',
  },
};
