import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { AddProductForm } from './AddProductForm';
import { PRODUCTS } from './texts';

export function AddProduct() {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>{texts.add}</Button>
      <Modal opened={isOpen} onClose={close} title={texts.add} closeButtonProps={{ 'aria-label': common.close }}>
        <AddProductForm onAdded={(id) => void navigate({ to: '/products/$id', params: { id } })} onCancel={close} />
      </Modal>
    </>
  );
}
