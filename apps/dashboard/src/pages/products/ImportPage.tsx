import { Alert } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Page } from '../../parts/Page';
import { RouteButton } from '../../parts/RouteLink';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { COMMON } from '../../texts/common';
import { ImportForm } from './ImportForm';
import { ImportProgress } from './ImportProgress';
import { PRODUCTS } from './texts';

/** The id of the import stands behind the `#`: it is there after the page is loaded anew, for the API has no list of imports. */
export function ImportPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const mayChange = useMay('developer');
  const navigate = useNavigate();
  const id = useLocation({ select: ({ hash }) => hash });
  const actions = (
    <RouteButton to="/products" variant="default">
      {texts.toProducts}
    </RouteButton>
  );
  return (
    <Page title={texts.import} actions={actions}>
      {!mayChange && <Alert color="yellow">{common.notAllowed}</Alert>}
      {mayChange && id === '' && <ImportForm onStarted={(made) => void navigate({ to: '/import', hash: made })} />}
      {mayChange && id !== '' && <ImportProgress id={id} onLeave={() => void navigate({ to: '/import', hash: '' })} />}
    </Page>
  );
}
