import type { TryOn } from '@drape/client';
import { Code, Group, Image } from '@mantine/core';
import { Cell, Row } from '../../parts/DataTable';
import { Id } from '../../parts/Id';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { FitScore } from '../../parts/try-on/FitScore';
import { useCategoryName } from '../../parts/use-category-name';
import { useFilters } from '../../parts/use-filters';
import { useFormat, useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { TRY_ONS } from './texts';
import { FILTERS, toQuery } from './to-query';
import { TryOnFilters } from './TryOnFilters';

/** The account's try-ons, the latest first. */
export function TryOnsPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const filtering = useFilters(FILTERS);
  const list = useList<TryOn>('/v1/tryon', toQuery(filtering.filters));
  return (
    <Page title={common.tryOns}>
      <TryOnFilters {...filtering} />
      <ListFrame
        list={list}
        label={common.tryOns}
        head={[
          texts.picture,
          texts.id,
          common.status,
          texts.category,
          texts.quality,
          texts.fitScore,
          texts.total,
          texts.errorCode,
          common.created,
        ]}
        {...(filtering.isFiltered && { empty: texts.noneFiltered })}
      >
        {list.rows.map((tryOn) => (
          <TryOnRow key={tryOn.id} tryOn={tryOn} />
        ))}
      </ListFrame>
    </Page>
  );
}

function TryOnRow({ tryOn }: { readonly tryOn: TryOn }) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const categoryName = useCategoryName();
  const { id, status, resultImageUrl, productCategory, quality, fitScore, timings, error, createdAt } = tryOn;
  return (
    <Row>
      <Cell>
        {resultImageUrl === null ? (
          '–'
        ) : (
          <Image src={resultImageUrl} alt={texts.pictureOf(id)} loading="lazy" w={48} h={64} radius="sm" fit="cover" />
        )}
      </Cell>
      <Cell wrap="never">
        <RouteLink to="/try-ons/$id" params={{ id }} size="sm">
          <Id>{id}</Id>
        </RouteLink>
      </Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell>{categoryName(productCategory)}</Cell>
      <Cell>
        {quality === null ? (
          '–'
        ) : (
          <Group gap={6} wrap="nowrap">
            <StatusBadge status={quality.level} />
            {quality.score}
          </Group>
        )}
      </Cell>
      <Cell>{fitScore === null ? '–' : <FitScore tryOn={tryOn} />}</Cell>
      <Cell wrap="never">{format.ms(timings?.totalMs)}</Cell>
      <Cell>{error === null ? '–' : <Code>{error.code}</Code>}</Cell>
      <Cell wrap="never">{format.moment(createdAt)}</Cell>
    </Row>
  );
}
