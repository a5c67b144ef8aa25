import { create } from 'zustand';

/** The last refused link with the reason, until it is dismissed or another link is added. */
export const useRefusedLink = create<{ refused: { url: string; reason: string } | null }>(() => ({
  refused: null,
}));

export const forgetRefusedLink = (): void => useRefusedLink.setState({ refused: null });
