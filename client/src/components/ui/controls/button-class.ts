import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-[120ms] select-none active:translate-y-px aria-disabled:cursor-default aria-disabled:opacity-60 disabled:opacity-60 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:bg-accent/90',
        secondary: 'border border-line-strong bg-surface text-fg hover:border-muted hover:bg-surface-2',
        // Visible on any background, since rows change colour too.
        quiet: 'text-fg hover:bg-fg/8',
        onStage: 'bg-white text-[#0d0f14] hover:bg-white/90',
        danger: 'border border-danger/60 text-danger hover:bg-danger/10',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-10 px-4 text-sm',
        field: 'h-11 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-8 p-0',
        iconMd: 'size-10 p-0',
      },
    },
    defaultVariants: { look: 'secondary', size: 'md' },
  },
);

export type ButtonLook = VariantProps<typeof button>;

/** A button's style, for links that act like one. */
export function buttonClass({ className, ...look }: ButtonLook & { className?: string | undefined }): string {
  return clsx(button(look), className);
}
