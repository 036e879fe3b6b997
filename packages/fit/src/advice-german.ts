import type { AdviceTable } from './advice-languages';

/** Formal address; the garment's own word only where every gender fits the sentence. */
export const GERMAN: AdviceTable = {
  or: 'oder',
  garment: { dress: 'das Kleid', top: 'das Oberteil', pants: 'die Hose', jacket: 'die Jacke', skirt: 'der Rock' },
  category: { dress: 'Kleid', top: 'Oberteil', pants: 'Hose', jacket: 'Jacke', skirt: 'Rock' },
  reach: {
    dress: 'von Kopf bis Knöchel',
    top: 'von Kopf bis Hüfte',
    pants: 'von der Taille bis zu den Füßen',
    jacket: 'von Kopf bis Hüfte',
    skirt: 'von der Taille bis zu den Füßen',
  },
  zone: { chest: 'Der Brustumfang', waist: 'Der Taillenumfang', hips: 'Der Hüftumfang', inseam: 'Die Schrittlänge' },
  sentences: {
    size_check_units:
      'Eine der angegebenen Zahlen passt nicht zu den anderen; ihre Einheit zu prüfen, würde die Größenempfehlung sicherer machen.',
    size_recommended: 'Nach den angegebenen Maßen kommt Größe {size} der Größentabelle am nächsten.',
    size_between:
      'Die Maße liegen zwischen den Größen: {sizes} können in Frage kommen, je nachdem, wie Sie das Kleidungsstück gern tragen.',
    size_window_estimated: 'Körpergröße und Gewicht sprechen für {sizes}.',
    size_measure_for_one:
      'Mit einem Maßband an Brust, Taille und Hüfte ließe sich das auf eine einzige Größe eingrenzen.',
    size_outside_chart: '{zone} liegt außerhalb der Größentabelle; am nächsten kommt ihre Größe {size}.',
    size_outside_chart_estimated:
      '{zone}, nach Körpergröße und Gewicht geschätzt, liegt außerhalb der Größentabelle; am nächsten kommt ihre Größe {size}.',
    size_no_match: 'Keine Größe der Tabelle passt zu allen Maßen; am nächsten kommt Größe {size}.',
    size_asked_differs:
      'Die angesehene Größe {asked} gehört nicht zu denen, die den angegebenen Maßen am nächsten kommen.',
    size_unknown: 'Die angesehene Größe {size} ließ sich nicht beurteilen: die verwendete Größentabelle hat {known}.',
    size_name_department:
      'Ohne die Angabe, ob {garment} für Damen oder für Herren geschnitten ist, gelten die Größen von {chart}; mit ihr wäre die Größenempfehlung sicherer.',
    preview_reliable:
      'Im Foto ließ sich {garment} klar platzieren, daher vermittelt das Bild einen guten Eindruck vom Aussehen.',
    preview_fair:
      'Teile dieses Bildes können falsch aussehen; es vermittelt einen Eindruck und ist kein getreues Abbild.',
    preview_rough:
      'Dieses Bild hat wahrscheinlich sichtbare Fehler; das Kleidungsstück lässt sich danach nicht beurteilen.',
    preview_limited_by_product: 'Das Produktbild begrenzt, wie gut sich das Kleidungsstück an Ihnen zeigen ließ.',
    photo_show_more:
      'Ein Foto, das Sie {reach} zeigt, ohne verschränkte Arme oder Gegenstände davor, würde die Vorschau genauer machen.',
    photo_ends_early:
      'Ihr Foto endet früher als das Kleidungsstück, daher lässt sich nach diesem Bild nicht beurteilen, wie lang es an Ihnen ist; eines, das Sie {reach} zeigt, zeigt es ganz.',
    photo_face_camera: 'Ein Foto von vorn mit leicht abgespreizten Armen ergibt meist eine bessere Vorschau.',
    photo_sharper: 'Ein größeres Foto bei gutem Licht würde mehr Einzelheiten zeigen.',
    photo_close_clothes:
      'Vieles, was die jetzige Kleidung verdeckt, musste gemalt werden; enger anliegende Kleidung im Foto macht die Vorschau getreuer.',
    garment_plain_background:
      'Ein Produktbild vor schlichtem Hintergrund, das das ganze Kleidungsstück von vorn zeigt, ergibt meist ein saubereres Ergebnis.',
    garment_category_guessed:
      'Das Kleidungsstück wurde als „{category}“ eingeordnet; die Kategorie anzugeben, würde die Platzierung sicherer machen.',
    size_chart_missing:
      'Das Produkt hat keine eigene Größentabelle, und die Standardtabelle kennt seine Größen nicht; mit einer Tabelle ließen sie sich beurteilen.',
    size_needs_measurements:
      'Dieser Wert beurteilt nur das Bild; mit Körpergröße und Gewicht oder eigenen Maßen lässt sich sagen, welche Größen in Frage kommen.',
  },
};
