import { useEffect, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
/** Whether a dialog is open, which has its own area for files. */
const isCovered = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Handles files that are dropped anywhere on the page. Returns whether files are dragged over it. */
export function useFileDrop(onDrop: (items: DataTransferItemList) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(!isCovered());
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      setOver(false);
      const isTaken = event.defaultPrevented;
      event.preventDefault();
      if (!isTaken && !isCovered()) onDrop(event.dataTransfer!.items);
    };
    window.addEventListener('dragenter', hold);
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', hold);
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return over;
}
