import type { TryOn } from '@drape/client';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { Id } from '../../parts/Id';
import { RouteLink } from '../../parts/RouteLink';
import { Section } from '../../parts/Section';
import { TRY_ON } from '../../parts/try-on/texts';
import { useCategoryName } from '../../parts/use-category-name';
import { useTexts } from '../../state/language';
import { TRY_ONS } from './texts';

type Look = NonNullable<TryOn['look']>;

/** The products of a look, each with its own fit. */
export function LookView({ look }: { readonly look: Look }) {
  const texts = useTexts(TRY_ONS);
  const { score } = useTexts(TRY_ON);
  const categoryName = useCategoryName();
  return (
    <Section title={texts.look}>
      <DataTable
        label={texts.look}
        head={[texts.category, texts.product, texts.size, texts.fitScore, texts.recommendedSize]}
      >
        {look.products.map(({ productCategory, productId, productImageUrl, size, fitScore, fit }, place) => (
          <Row key={place}>
            <Cell isHeading>{categoryName(productCategory)}</Cell>
            <Cell wrap="anywhere">
              {productId === null ? (productImageUrl ?? '–') : <ProductLink productId={productId} />}
            </Cell>
            <Cell>{size ?? '–'}</Cell>
            <Cell>{fitScore === null ? '–' : score(fitScore)}</Cell>
            <Cell>{fit?.size?.recommended ?? '–'}</Cell>
          </Row>
        ))}
      </DataTable>
    </Section>
  );
}

function ProductLink({ productId }: { readonly productId: string }) {
  return (
    <RouteLink to="/products/$id" params={{ id: productId }} underline="always">
      <Id>{productId}</Id>
    </RouteLink>
  );
}
