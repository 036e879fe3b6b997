import {
  requestError,
  type CreateTryOnBody,
  type ErrorDetail,
  type LookProductBody,
  type Tuck,
  type Validator,
} from '@drape/contracts';
import { checkWebhookUrl } from '../../webhooks/check-webhook-url';
import {
  parseProductPicture,
  type ParsedProductPicture,
  type PictureFields,
  type PictureOptions,
  type ProductPicture,
} from '../pictures/parse-product-picture';
import { parseUserPhoto, type UserPhoto } from '../pictures/parse-user-photo';
import type { ReadUploads } from '../pictures/read-uploads';
import { textOf } from './text-of';

/** A try-on request, validated as far as possible without network or inference. */
export interface CreateTryOnInput extends Omit<CreateTryOnBody, NamesPicture | 'products' | 'tuck'> {
  readonly photo: UserPhoto;
  readonly picture: ProductPicture;
  /** Absent for a single product. */
  readonly look?: LookInput;
}

type NamesPicture = 'userPhoto' | 'productImageUrl' | 'productImage';

export interface LookInput {
  readonly tuck: Tuck;
  /** All products but the first, which is the input's own. */
  readonly others: readonly LookProductInput[];
}

export interface LookProductInput extends Omit<LookProductBody, 'productImageUrl' | 'productImage'> {
  readonly picture: ProductPicture;
}

export interface ParseOptions<T> {
  readonly validate: Validator<T>;
  readonly allow: readonly string[];
  /** The uploads that the body names. */
  readonly uploads: ReadUploads;
}

/**
 * Checks a body by schema, then the URLs and the photo by hand, and reports all their faults together.
 * Throws: ServiceError of the first fault, with every fault in its details.
 */
export function parseCreateTryOn(
  body: unknown,
  { validate, allow, uploads }: ParseOptions<CreateTryOnBody>,
): CreateTryOnInput {
  const checked = validate(body);
  const userPhoto = textOf(body, 'userPhoto');
  const webhookUrl = textOf(body, 'webhookUrl');
  const webhook = webhookUrl === null ? null : checkWebhookUrl(webhookUrl, { allow, param: 'webhookUrl' });
  const photo = userPhoto === null ? null : parseUserPhoto(userPhoto, allow, uploads);
  const pictures = parsePictures(body, checked.ok ? checked.value : null, { allow, uploads });
  if (checked.ok && pictures.ok && photo?.ok && webhook?.ok !== false) {
    const { userPhoto: _text, productImageUrl: _url, productImage: _image, products, tuck, ...rest } = checked.value;
    const shared = { ...rest, photo: photo.photo, ...(webhook && { webhookUrl: webhook.url }) };
    const [picture, ...others] = pictures.pictures;
    if (products === undefined) return { ...shared, picture };
    const [first, ...further] = products.map(({ productImageUrl: _at, productImage: _bytes, ...fields }) => fields);
    const look = {
      tuck: tuck ?? 'auto',
      others: others.map((other, i) => ({ ...further[i], picture: other })),
    };
    return { ...shared, ...first, picture, look };
  }
  const bySchema = checked.ok ? [] : checked.details;
  const byHand = [
    ...(pictures.ok ? [] : pictures.problems),
    ...[webhook, photo].flatMap((one) => (one === null || one.ok ? [] : [one.problem])),
  ];
  throw requestError(merge(bySchema, byHand));
}

type ParsedPictures =
  | { readonly ok: true; readonly pictures: readonly [ProductPicture, ...ProductPicture[]] }
  | { readonly ok: false; readonly problems: readonly ErrorDetail[] };

/** The picture of the product, or those of a look. `checked` is null where the schema refuses the body. */
function parsePictures(body: unknown, checked: CreateTryOnBody | null, options: PictureOptions): ParsedPictures {
  if (checked?.products === undefined) {
    // The schema's errors about a look are enough.
    if (checked === null && hasProducts(body)) return { ok: false, problems: [] };
    const stray = checked?.tuck === undefined ? [] : [strayTuck()];
    return toPictures(
      [
        parseProductPicture(
          namedIn((name) => textOf(body, name)),
          options,
        ),
      ],
      stray,
    );
  }
  const { products } = checked;
  const parsed = products.map((product, i) =>
    parseProductPicture(
      namedIn((name) => product[name] ?? null),
      { ...options, at: `products.${i}.` },
    ),
  );
  const beside = SINGLE_PRODUCT_FIELDS.filter((name) => checked[name] !== undefined);
  return toPictures(parsed, beside.map(besideProducts));
}

function toPictures(parsed: readonly ParsedProductPicture[], faults: readonly ErrorDetail[]): ParsedPictures {
  const problems = [...faults, ...parsed.flatMap((one) => (one.ok ? [] : [one.problem]))];
  const [first, ...others] = parsed.flatMap((one) => (one.ok ? [one.picture] : []));
  if (problems.length > 0 || first === undefined) return { ok: false, problems };
  return { ok: true, pictures: [first, ...others] };
}

function namedIn(textOf: (name: 'productImageUrl' | 'productImage' | 'productId') => string | null): PictureFields {
  return {
    productImageUrl: textOf('productImageUrl'),
    productImage: textOf('productImage'),
    productId: textOf('productId'),
  };
}

const hasProducts = (body: unknown): boolean => typeof body === 'object' && body !== null && 'products' in body;

/** Fields of a single product. */
const SINGLE_PRODUCT_FIELDS = ['productImageUrl', 'productImage', 'productId', 'productCategory', 'size'] as const;

function besideProducts(param: string): ErrorDetail {
  return {
    param,
    code: 'invalid_parameter',
    message: `${param} must not stand beside products: say it of one of them; got both.`,
  };
}

function strayTuck(): ErrorDetail {
  return {
    param: 'tuck',
    code: 'invalid_parameter',
    message: 'tuck is for a look: send it with products; got a single product.',
  };
}

/** Fields that may name a product's picture: where one has a wrong type, none counts as missing. */
const NAMES_PICTURE = ['productImageUrl', 'productImage', 'productId'];

/** Missing fields first; nothing is reported twice for a field that the schema rejected, or for a body that is not an object. */
function merge(bySchema: readonly ErrorDetail[], byHand: readonly ErrorDetail[]): ErrorDetail[] {
  const isSaid = ({ param, code }: ErrorDetail): boolean =>
    bySchema.some((one) =>
      code === 'required' ? one.param === '' || NAMES_PICTURE.includes(one.param) : one.param === param,
    );
  const added = byHand.filter((detail) => !isSaid(detail));
  const isMissing = ({ code }: ErrorDetail): boolean => code === 'required';
  return [...added.filter(isMissing), ...bySchema, ...added.filter((detail) => !isMissing(detail))];
}
