import { requestError, type CreateProductBody, type ErrorDetail, type Validator } from '@drape/contracts';
import type { ProductDetails } from '@drape/db';
import { checkSizeChart } from './check-size-chart';
import { jsonRow, toMerchantChart } from './parse-size-chart';
import { parseSentPicture, type SentPicture } from './sent-picture';
import type { ReadUploads } from '../tryon/pictures/read-uploads';

export interface CreateProductInput {
  readonly picture: SentPicture;
  readonly details: ProductDetails;
}

export interface CreateProductOptions {
  readonly validate: Validator<CreateProductBody>;
  readonly allow: readonly string[];
  /** The uploads that the body names. */
  readonly uploads: ReadUploads;
}

/** Throws: ServiceError that names every field at fault. */
export function parseCreateProduct(
  body: unknown,
  { validate, allow, uploads }: CreateProductOptions,
): CreateProductInput {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  const { imageUrl, image, sizeChart, externalId, category, title } = checked.value;
  const details: ErrorDetail[] = [];
  const sent = parseSentPicture({ imageUrl, image }, { allow, uploads });
  if (!sent.ok) details.push(sent.problem);
  else if (sent.picture === null) details.push(NO_PICTURE);
  const chart = sizeChart === undefined ? undefined : toMerchantChart(sizeChart);
  if (chart !== undefined) details.push(...checkSizeChart(chart, jsonRow, 'sizeChart.'));
  if (!sent.ok || sent.picture === null || details.length > 0) throw requestError(details);
  return {
    picture: sent.picture,
    details: {
      ...(externalId !== undefined && { externalId }),
      ...(category !== undefined && { category }),
      ...(title !== undefined && { title }),
      ...(chart !== undefined && { sizeChart: chart }),
    },
  };
}

const NO_PICTURE: ErrorDetail = {
  param: 'imageUrl',
  code: 'required',
  message: 'imageUrl is required, or the picture itself as image; got neither.',
};
