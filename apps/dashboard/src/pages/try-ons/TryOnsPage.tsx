import type { TryOn } from '@drape/client';
import { Code, Group, Image, Table } from '@mantine/core';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
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
    <Table.Tr>
      <Table.Td>
        {resultImageUrl === null ? (
          '–'
        ) : (
          <Image src={resultImageUrl} alt={texts.pictureOf(id)} loading="lazy" w={48} h={64} radius="sm" fit="cover" />
        )}
      </Table.Td>
      <Table.Td>
        <RouteLink to="/try-ons/$id" params={{ id }} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </RouteLink>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td>{categoryName(productCategory)}</Table.Td>
      <Table.Td>
        {quality === null ? (
          '–'
        ) : (
          <Group gap={6} wrap="nowrap">
            <StatusBadge status={quality.level} />
            {quality.score}
          </Group>
        )}
      </Table.Td>
      <Table.Td>{format.number(fitScore)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{format.ms(timings?.totalMs)}</Table.Td>
      <Table.Td>{error === null ? '–' : <Code>{error.code}</Code>}</Table.Td>
      <Table.Td>{format.moment(createdAt)}</Table.Td>
    </Table.Tr>
  );
}
