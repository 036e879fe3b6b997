import { describe, expect, it } from '@jest/globals';
import { checkProductImageUrl } from './check-product-image-url';

const ALLOW = ['127.0.0.1:8081', 'minio:9000', '[::1]:80'];

function outcome(url: string): string {
  const checked = checkProductImageUrl(url, ALLOW);
  return checked.ok ? checked.url : checked.problem.code;
}

describe('checkProductImageUrl', () => {
  it.each([
    'http://127.0.0.2/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://１２７.0.0.1/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://168.63.129.16/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://0.0.0.0/',
    'http://[::1]:8080/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
    'http://127.0.0.1:8082/',
    'https://shop.example:8443/',
  ])('refuses %s', (url) => {
    expect(outcome(url)).toBe('product_image_url_not_allowed');
  });

  it.each([
    ['https://shop.example/a b.jpg', 'https://shop.example/a%20b.jpg'],
    ['HTTPS://Shop.Example:443/a.jpg', 'https://shop.example/a.jpg'],
    ['http://93.184.216.34/a.jpg', 'http://93.184.216.34/a.jpg'],
    ['http://[2606:4700::1111]/a.jpg', 'http://[2606:4700::1111]/a.jpg'],
    ['http://127.0.0.1:8081/a.jpg', 'http://127.0.0.1:8081/a.jpg'],
    ['http://minio:9000/a.jpg', 'http://minio:9000/a.jpg'],
    ['http://[::1]/a.jpg', 'http://[::1]/a.jpg'],
  ])('passes %s', (url, canonical) => {
    expect(outcome(url)).toBe(canonical);
  });

  it.each([
    '',
    'shop.example/a.jpg',
    '//shop.example/',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'https://u@h.example/',
  ])('does not understand %s', (url) => expect(outcome(url)).toBe('invalid_product_image_url'));
});
