import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/Button.tsx';
import { Modal } from '../../components/ui/Modal.tsx';

interface LeaveGuardProps {
  /** Gives whether it was saved. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
}

/** The address within the app that a plain press on a link leads to. */
function inAppTarget(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  // Addresses of the server load another page, which the browser itself asks about.
  if (url.origin !== window.location.origin || /^\/(api|auth|media)\//.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** While there is something unsaved: asks before links lead away, lets the browser ask before the page goes. */
export function LeaveGuard({ onSave, onDiscard }: LeaveGuardProps): ReactElement {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const click = (event: MouseEvent): void => {
      const path = inAppTarget(event);
      if (path === null) return;
      event.preventDefault();
      setTarget(path);
    };
    window.addEventListener('beforeunload', beforeUnload);
    document.addEventListener('click', click, true);
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, true);
    };
  }, []);

  const leave = (path: string): void => {
    setTarget(null);
    void navigate(path);
  };
  const discard = (path: string): void => {
    onDiscard();
    leave(path);
  };
  const save = async (path: string): Promise<void> => {
    if (await onSave()) leave(path);
    else setTarget(null);
  };
  return (
    <Modal
      title="Unsaved changes"
      lead="Your settings have changes that are not saved."
      open={target !== null}
      onClose={() => setTarget(null)}
    >
      <div className="grid gap-2 p-5 sm:flex sm:justify-end">
        <Button className="sm:mr-auto" onClick={() => setTarget(null)}>
          Keep Editing
        </Button>
        <Button look="danger" onClick={() => discard(target!)}>
          Discard
        </Button>
        <Button look="primary" onClick={() => void save(target!)}>
          Save Changes
        </Button>
      </div>
    </Modal>
  );
}
