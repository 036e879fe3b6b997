import { requestError, type CreateProductBody, type ErrorDetail, type Validator } from '@drape/contracts';
import type { ProductDetails } from '@drape/db';
import { checkImageUrl } from './check-image-url';
import { checkSizeChart } from './check-size-chart';
import { jsonRow, toMerchantChart } from './parse-size-chart';

export interface CreateProductInput {
  readonly imageUrl: string;
  readonly details: ProductDetails;
}

export interface CreateProductOptions {
  readonly validate: Validator<CreateProductBody>;
  readonly allow: readonly string[];
}

/** Throws: ServiceError that names every field at fault. */
export function parseCreateProduct(body: unknown, { validate, allow }: CreateProductOptions): CreateProductInput {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  const { imageUrl, sizeChart, externalId, category, title } = checked.value;
  const details: ErrorDetail[] = [];
  const url = checkImageUrl(imageUrl, allow);
  if (!url.ok) details.push(url.problem);
  const chart = sizeChart === undefined ? undefined : toMerchantChart(sizeChart);
  if (chart !== undefined) details.push(...checkSizeChart(chart, jsonRow, 'sizeChart.'));
  if (!url.ok || details.length > 0) throw requestError(details);
  return {
    imageUrl: url.url,
    details: {
      ...(externalId !== undefined && { externalId }),
      ...(category !== undefined && { category }),
      ...(title !== undefined && { title }),
      ...(chart !== undefined && { sizeChart: chart }),
    },
  };
}
