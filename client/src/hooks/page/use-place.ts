import { useCallback, useMemo } from 'react';
import { type Path, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { leavePage } from '../../lib/hold-page.ts';
import { placeUrl, readPlace, type Place } from '../../lib/stage.ts';

/** Returns the workflow's place from the URL, and a function to navigate to another place. */
export function usePlace(): Place {
  const [params] = useSearchParams();
  return useMemo(() => readPlace(params), [params]);
}

export type Go = (place: Partial<Place>, options?: { replace?: boolean }) => void;

export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback(
    (place, options) =>
      leavePage(() => void navigate(placeUrl(place), { replace: options?.replace ?? false })),
    [navigate],
  );
}

/**
 * Whether the browser is still at the address for which a screen was rendered. The router changes the address
 * before the next screen has loaded, so until then the earlier screen is mounted at the next one's address.
 */
export const isAt = ({ pathname, search }: Pick<Path, 'pathname' | 'search'>): boolean =>
  window.location.pathname === pathname && window.location.search === search;

/**
 * Navigates after an effect or a response instead of a press. Ignored if the user has gone elsewhere since
 * this was rendered.
 */
export function useGoFromHere(): Go {
  const go = useGo();
  const location = useLocation();
  return useCallback(
    (place, options) => {
      if (isAt(location)) go(place, options);
    },
    [go, location],
  );
}

/** Changes the parameters of this screen's address, unless the user has gone to another screen. */
export function useChangeParams(): (change: (params: URLSearchParams) => void) => void {
  const [, setParams] = useSearchParams();
  const { pathname } = useLocation();
  return useCallback(
    (change) => {
      if (window.location.pathname !== pathname) return;
      setParams(
        (params) => {
          change(params);
          return params;
        },
        { replace: true },
      );
    },
    [pathname, setParams],
  );
}
