import type { AdviceTable } from './advice-languages';

/** "Le vêtement" wherever a participle would have to agree with the gender of the garment's own word. */
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
  zone: {
    chest: 'Le tour de poitrine',
    waist: 'Le tour de taille',
    hips: 'Le tour de hanches',
    inseam: 'La longueur d’entrejambe',
  },
  sentences: {
    size_check_units:
      'L’une des mesures indiquées ne va pas avec les autres ; vérifier son unité rendrait le conseil de taille plus sûr.',
    size_recommended: 'D’après les mesures indiquées, la taille {size} est la plus proche du guide des tailles.',
    size_between:
      'Les mesures se situent entre les tailles : {sizes} peuvent convenir, selon votre façon de porter le vêtement.',
    size_window_estimated: 'La stature et le poids orientent vers {sizes}.',
    size_measure_for_one:
      'Un mètre ruban autour de la poitrine, de la taille et des hanches permettrait de retenir une seule taille.',
    size_outside_chart:
      '{zone} se situe hors du guide des tailles ; {size} est la taille la plus proche qu’il propose.',
    size_outside_chart_estimated:
      '{zone}, selon une estimation d’après la stature et le poids, se situe hors du guide des tailles ; {size} est la taille la plus proche qu’il propose.',
    size_no_match: 'Aucune taille du guide ne correspond à toutes les mesures ; la taille {size} est la plus proche.',
    size_asked_differs: 'La taille consultée, {asked}, ne fait pas partie des plus proches des mesures indiquées.',
    size_unknown:
      'La taille consultée, {size}, n’a pas pu être évaluée : le guide des tailles utilisé propose {known}.',
    size_name_department:
      'Sans savoir si {garment} est de coupe femme ou homme, les tailles sont celles de {chart} ; le préciser rendrait le conseil de taille plus sûr.',
    preview_reliable:
      'Le vêtement a pu être placé nettement sur votre photo, l’image donne donc une bonne idée du rendu.',
    preview_fair:
      'Certaines parties de cette image peuvent être fausses ; elle donne une impression et non un reflet fidèle.',
    preview_rough:
      'Cette image présente probablement des défauts visibles ; le vêtement ne peut pas être jugé d’après elle.',
    preview_limited_by_product:
      'L’image du produit limite la qualité avec laquelle le vêtement a pu être montré sur vous.',
    photo_show_more:
      'Une photo qui vous montre {reach}, sans bras croisés ni objets devant, rendrait l’aperçu plus précis.',
    photo_ends_early:
      'Votre photo s’arrête avant le vêtement : cette image ne permet pas de juger de sa longueur sur vous ; une photo qui vous montre {reach} le montrerait en entier.',
    photo_face_camera: 'Une photo prise de face, les bras légèrement écartés, donne en général un meilleur aperçu.',
    photo_sharper: 'Une photo plus grande, bien éclairée, ferait ressortir plus de détails.',
    photo_close_clothes:
      'Une grande partie de ce que cachent les vêtements portés a dû être peinte ; des vêtements ajustés sur la photo rendent l’aperçu plus fidèle.',
    garment_plain_background:
      'Une image du produit sur fond uni, montrant le vêtement entier de face, donne en général un résultat plus net.',
    garment_category_guessed:
      'Le vêtement a été classé dans la catégorie « {category} » ; indiquer la catégorie rendrait le placement plus sûr.',
    size_chart_missing:
      'Le produit n’a pas de guide des tailles, et le guide standard ne connaît pas ses tailles ; avec un guide, elles pourraient être évaluées.',
    size_needs_measurements:
      'Cette note ne juge que l’image ; ajoutez stature et poids, ou vos propres mesures, pour savoir quelles tailles peuvent convenir.',
  },
};
