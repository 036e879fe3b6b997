import { Anchor, Button, NavLink, type AnchorProps, type ButtonProps, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorElement = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** Links of Mantine's looks that the router follows without loading the page anew. */
export const RouteLink = createLink((props: AnchorProps & AnchorElement) => <Anchor {...props} />);
export const RouteButton = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
export const RouteNavLink = createLink((props: NavLinkProps & Omit<ComponentPropsWithRef<'a'>, keyof NavLinkProps>) => (
  <NavLink component="a" {...props} />
));
