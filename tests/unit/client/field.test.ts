import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field, type FieldInput } from '../../../client/src/components/ui/controls/Field.tsx';

const renderField = (props: Omit<Parameters<typeof Field>[0], 'label' | 'children'>) => {
  const input = (inputProps: FieldInput) => createElement('input', { ...inputProps });
  const field = { label: 'Title', ...props, children: input };
  return renderToStaticMarkup(createElement(Field, field));
};
/** Returns the IDs in an attribute of the input. */
const named = (html: string, attribute: string) =>
  (new RegExp(`<input[^>]* ${attribute}="([^"]*)"`, 'u').exec(html)?.[1] ?? '').split(' ');
/** Returns the text of the element with this ID. */
const textOf = (html: string, id: string) =>
  new RegExp(`<(\\w+) [^>]*id="${id}"[^>]*>(.*?)</\\1>`, 'u').exec(html)?.[2];

it.each([{}, { inline: 'short' as const }])('labels its input, %o', (props) => {
  const html = renderField(props);
  const [id] = named(html, 'id');
  expect(new RegExp(`<label for="${id}"[^>]*>Title</label>`, 'u').test(html)).toBe(true);
  expect(html).not.toMatch(/aria-invalid|aria-describedby|role="alert"/u);
});

it('announces an error as an alert of the input, before its description', () => {
  const html = renderField({ error: 'Please enter a title.', note: 'As spoken' });
  expect(html).toMatch(/<input[^>]* aria-invalid="true"/u);
  expect(html).toMatch(/role="alert"[^>]*>Please enter a title\./u);
  const descriptions = named(html, 'aria-describedby').map((id) => textOf(html, id));
  expect(descriptions).toEqual(['Please enter a title.', 'As spoken']);
});

it('describes its value without marking it as invalid', () => {
  const html = renderField({ note: 'As spoken' });
  expect(named(html, 'aria-describedby').map((id) => textOf(html, id))).toEqual(['As spoken']);
  expect(html).not.toMatch(/aria-invalid|role="alert"/u);
});
