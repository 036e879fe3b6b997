import { useTexts } from '../state/language';
import { COMMON, type CommonTexts } from '../texts/common';

type Category = keyof CommonTexts['categories'];

/** In the order in which the API names them. */
export const CATEGORIES = ['dress', 'top', 'pants', 'jacket', 'skirt'] as const satisfies readonly Category[];

export const isCategory = (text: string): text is Category => CATEGORIES.some((known) => known === text);

/** What a category is called; a dash where none is known. */
export function useCategoryName(): (category: string | null) => string {
  const { categories } = useTexts(COMMON);
  return (category) => {
    if (category === null) return '–';
    return isCategory(category) ? categories[category] : category;
  };
}
