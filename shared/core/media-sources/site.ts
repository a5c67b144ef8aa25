import type { SiteConfig, SiteId } from '../config/sites-config.ts';
import type { PageReader } from './link/yt-dlp.ts';
import type { MinRate } from './min-rate.ts';
import type { MediaSource } from './source.ts';

/** How media are fetched from sites. */
export interface FetchOptions {
  pages: PageReader;
  /** For URLs on the public internet. */
  ports: number[];
  maxBytes: number;
  maxMs: number;
  minRate: MinRate;
}

/** What a configured site does. */
export type OpenSite = (
  config: SiteConfig,
  options: FetchOptions,
) => Omit<MediaSource, 'id' | 'name' | 'standIn'>;

/** A searchable outside site; CONTRIBUTING.md explains how to add one. */
export interface Site {
  /** The id of its source and of its configuration. */
  id: SiteId;
  name: string;
  /** True when the page's filter lists it even where it is not configured (product.md 2.38). */
  alwaysListed?: true;
  /** A video's page, for credits. */
  pageOf(sourceId: string): string;
  open: OpenSite;
}
