import type { Product } from '@drape/client';
import type { Language } from '../../state/language';

export type Issue = NonNullable<Product['tryOnSuitability']>['issues'][number];
type IssueText = Pick<Issue, 'message' | 'fix'>;

/** The API speaks English; what it is known to say is told in the other languages here, anything else as it came. */
const TRANSLATED: Readonly<Partial<Record<Language, Readonly<Record<string, IssueText>>>>> = {
  de: {
    garment_cut_out_uncertain: {
      message: 'Der Umriss des Kleidungsstücks ist schwer zu erkennen.',
      fix: 'Legen Sie das Kleidungsstück flach und symmetrisch auf einen einfarbigen Grund in anderer Farbe, die Ärmel vom Rumpf weg.',
    },
    garment_cut_off: {
      message: 'Der Bildrand schneidet das Kleidungsstück ab.',
      fix: 'Zeigen Sie das ganze Kleidungsstück mit etwas Grund ringsum.',
    },
    low_resolution_product_image: {
      message: 'Das Kleidungsstück hat im Bild zu wenige Pixel.',
      fix: 'Senden Sie ein Bild, das mindestens 1000 Pixel hoch ist.',
    },
    product_image_blurry: {
      message: 'Das Bild ist nicht scharf.',
      fix: 'Senden Sie das Originalbild, scharf und nicht vergrößert.',
    },
    busy_background: {
      message: 'Der Grund um das Kleidungsstück ist gemustert.',
      fix: 'Fotografieren Sie das Kleidungsstück auf einfarbigem Grund.',
    },
    worn_by_model: {
      message: 'Ein Model trägt das Kleidungsstück; dessen Haltung und Falten sind mit im Bild.',
      fix: 'Senden Sie ein Bild des Kleidungsstücks allein, flach liegend oder auf einer unsichtbaren Puppe.',
    },
  },
  fr: {
    garment_cut_out_uncertain: {
      message: 'Le contour du vêtement est difficile à lire.',
      fix: 'Posez le vêtement à plat et de façon symétrique sur un fond uni d’une autre couleur, les manches écartées du corps.',
    },
    garment_cut_off: {
      message: 'Le bord de l’image coupe le vêtement.',
      fix: 'Montrez le vêtement entier, avec un peu de fond autour.',
    },
    low_resolution_product_image: {
      message: 'Le vêtement compte trop peu de pixels dans l’image.',
      fix: 'Envoyez une image d’au moins 1000 pixels de haut.',
    },
    product_image_blurry: {
      message: 'L’image n’est pas nette.',
      fix: 'Envoyez l’image d’origine, nette et non agrandie.',
    },
    busy_background: {
      message: 'Le fond autour du vêtement a des motifs.',
      fix: 'Photographiez le vêtement sur un fond uni.',
    },
    worn_by_model: {
      message: 'Un mannequin porte le vêtement ; sa pose et les plis se voient dans l’image.',
      fix: 'Envoyez une image du vêtement seul, posé à plat ou sur un mannequin invisible.',
    },
  },
};

export const issueText = (language: Language, issue: Issue): IssueText => TRANSLATED[language]?.[issue.code] ?? issue;
