/** What the shop sells: drawn garments of packages/local/samples. */
export const PRODUCTS = [
  { sku: 'DEMO-TEE', title: 'Logo tee', price: '€ 29', category: 'top', picture: 'top/logo-tee.jpg' },
  {
    sku: 'DEMO-LONG',
    title: 'Striped long-sleeve',
    price: '€ 45',
    category: 'top',
    picture: 'top/striped-long-sleeve.jpg',
  },
  { sku: 'DEMO-DENIM', title: 'Denim jacket', price: '€ 119', category: 'jacket', picture: 'jacket/denim-jacket.jpg' },
  {
    sku: 'DEMO-BLAZER',
    title: 'Charcoal blazer',
    price: '€ 149',
    category: 'jacket',
    picture: 'jacket/charcoal-blazer.jpg',
  },
  {
    sku: 'DEMO-FLORAL',
    title: 'Flowered summer dress',
    price: '€ 89',
    category: 'dress',
    picture: 'dress/floral-summer.jpg',
  },
  {
    sku: 'DEMO-WRAP',
    title: 'Emerald wrap dress',
    price: '€ 99',
    category: 'dress',
    picture: 'dress/emerald-wrap.jpg',
  },
  { sku: 'DEMO-JEANS', title: 'Blue jeans', price: '€ 79', category: 'pants', picture: 'pants/blue-jeans.jpg' },
  {
    sku: 'DEMO-MIDI',
    title: 'Pleated midi skirt',
    price: '€ 69',
    category: 'skirt',
    picture: 'skirt/pleated-midi.jpg',
  },
];
