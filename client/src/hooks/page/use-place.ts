import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { leavePage } from '../../lib/hold-page.ts';
import { placeUrl, readPlace, type Place } from '../../lib/stage.ts';

/** The workflow's place, from the URL, and navigation to another one. */
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
