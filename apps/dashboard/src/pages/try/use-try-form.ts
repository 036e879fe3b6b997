import type { CreateTryOn, Product, TryOn } from '@drape/client';
import { useState } from 'react';
import { read } from '../../api/call';
import { useLanguage } from '../../state/language';
import { useSend } from '../../state/use-record';
import type { Source } from './ProductField';
import { toDataUri } from './scale-picture';
import { usePicture } from './use-picture';

type Garment = Pick<CreateTryOn, 'productId' | 'productImageUrl' | 'productImage'>;

/** What is filled in, what is still missing, and the way to send it. */
export function useTryForm(onMade: (tryOn: TryOn, photo: Blob) => void) {
  const { language } = useLanguage();
  const photo = usePicture();
  const garmentPicture = usePicture();
  const [source, setSource] = useState<Source>('catalogue');
  const [product, setProduct] = useState<Product | null>(null);
  const [url, setUrl] = useState('');
  const [category, setCategory] = useState<NonNullable<CreateTryOn['productCategory']> | null>(null);
  const [size, setSize] = useState('');
  const [isAgreed, setIsAgreed] = useState(false);
  const [isTried, setIsTried] = useState(false);

  const garment = async (): Promise<Garment> => {
    if (source === 'url') return { productImageUrl: url.trim() };
    if (source === 'catalogue') return product === null ? {} : { productId: product.id };
    return garmentPicture.picture === null ? {} : { productImage: await toDataUri(garmentPicture.picture.blob) };
  };
  const send = useSend(async (blob: Blob) => {
    const body: CreateTryOn = {
      userPhoto: await toDataUri(blob),
      ...(await garment()),
      ...(category === null ? {} : { productCategory: category }),
      ...(size.trim() === '' ? {} : { size: size.trim() }),
      consent: { given: true },
    };
    return postTryOn(body, language);
  }, onMade);
  const hasGarment = {
    catalogue: product !== null,
    url: url.trim() !== '',
    file: garmentPicture.picture !== null,
  }[source];
  return {
    photo,
    garmentPicture,
    source,
    setSource,
    product,
    setProduct,
    url,
    setUrl,
    category,
    setCategory,
    size,
    setSize,
    isAgreed,
    setIsAgreed,
    send,
    /** Nothing is called missing before the first attempt. */
    missing: {
      photo: isTried && photo.picture === null,
      garment: isTried && !hasGarment,
      consent: isTried && !isAgreed,
    },
    submit() {
      setIsTried(true);
      if (photo.picture !== null && hasGarment && isAgreed) send.mutate(photo.picture.blob);
    },
  };
}

/** Does not wait for the picture. */
function postTryOn(body: CreateTryOn, language: string): Promise<TryOn> {
  const headers = {
    Prefer: 'wait=0',
    'Idempotency-Key': crypto.randomUUID(),
    'Accept-Language': language,
  };
  return read<TryOn>('/v1/tryon', { method: 'POST', body, headers });
}

export type TryFormState = ReturnType<typeof useTryForm>;
