import type { Deleted, Product } from '@drape/client';
import { Alert, Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Page } from '../../parts/Page';
import { RecordFrame } from '../../parts/RecordFrame';
import { useRemoval } from '../../parts/use-removal';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useRecord } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { EditProduct } from './EditProduct';
import { ProductAnalysis } from './ProductAnalysis';
import { ProductFailure } from './ProductFailure';
import { SizeChartCard } from './SizeChartCard';
import { Suitability } from './Suitability';
import { PRODUCTS } from './texts';

/** While the picture is looked at. */
const LOOK_MS = 3_000;

export function ProductPage() {
  const texts = useTexts(PRODUCTS);
  const mayChange = useMay('developer');
  const { id = '' } = useParams({ strict: false });
  const path = `/v1/products/${encodeURIComponent(id)}`;
  const record = useRecord<Product>(path, { every: (product) => (product?.status === 'pending' ? LOOK_MS : null) });
  const product = record.data;
  const actions = mayChange && product !== undefined && (
    <>
      <EditProduct product={product} />
      <DeleteProduct path={path} />
    </>
  );
  return (
    <Page title={product === undefined ? texts.product : nameOf(product)} actions={actions}>
      <RecordFrame record={record}>
        {(shown) => (
          <Stack gap="lg">
            {shown.status === 'pending' && (
              <Alert color="blue" role="status">
                <Text size="sm">{texts.analysing}</Text>
              </Alert>
            )}
            <ProductFailure product={shown} />
            <ProductAnalysis product={shown} />
            <Suitability suitability={shown.tryOnSuitability} />
            <SizeChartCard key={JSON.stringify(shown.sizeChart)} product={shown} />
          </Stack>
        )}
      </RecordFrame>
    </Page>
  );
}

const nameOf = ({ title, externalId, id }: Product): string => title ?? externalId ?? id;

function DeleteProduct({ path }: { readonly path: string }) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const navigate = useNavigate();
  const remove = useRemoval(
    () => read<Deleted>(path, { method: 'DELETE' }),
    () => navigate({ to: '/products' }),
  );
  return (
    <ConfirmButton
      label={common.delete}
      question={texts.deleteQuestion}
      explanation={texts.deleteExplanation}
      action={() => remove.mutateAsync()}
      isPending={remove.isPending}
      error={remove.error}
    />
  );
}
