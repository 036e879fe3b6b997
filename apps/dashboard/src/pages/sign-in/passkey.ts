import type { Me, Passkey, PasskeyOptions } from '@drape/client';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { read } from '../../api/call';

/** Browsers keep passkeys for names, not for addresses, and only where the connection is safe. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return browserSupportsWebAuthn() && window.isSecureContext && !isAddress;
}

/** Throws: ApiFailure; an error of the browser's where the person stopped it. */
export async function signInByPasskey(): Promise<Me> {
  const { challengeId, options } = await read<PasskeyOptions>('/v1/auth/passkey/options', { method: 'POST' });
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  return read<Me>('/v1/auth/passkey', { method: 'POST', body: { challengeId, response } });
}

/** Throws: ApiFailure; an error of the browser's where the person stopped it. */
export async function addPasskey(name: string): Promise<Passkey> {
  const { challengeId, options } = await read<PasskeyOptions>('/v1/me/passkeys/options', { method: 'POST' });
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  return read<Passkey>('/v1/me/passkeys', {
    method: 'POST',
    body: {
      challengeId,
      response,
      name,
    },
  });
}
