import { requestError, TEST_HOST, type CreateProductBody, type ErrorDetail, type Validator } from '@drape/contracts';
import type { ProductDetails } from '@drape/db';
import { checkProductImageUrl } from '../tryon/check-product-image-url';
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
  const url = checkProductImageUrl(imageUrl, allow, 'imageUrl');
  if (!url.ok) details.push(url.problem);
  else if (new URL(url.url).hostname === TEST_HOST) details.push(NOT_TO_ANALYSE);
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

const NOT_TO_ANALYSE: ErrorDetail = {
  param: 'imageUrl',
  code: 'product_image_url_not_allowed',
  message: `${TEST_HOST} is for try-ons of test mode; there is no picture to look at.`,
};
