import type { ReactNode } from 'react';
import { MantineRoot } from '@/components/forms/MantineRoot';
import { renderPage, type RenderPageOptions } from './render';

/** Renders a page with Mantine fields. */
export const renderForm = (page: ReactNode, options?: RenderPageOptions) =>
  renderPage(<MantineRoot>{page}</MantineRoot>, options);
