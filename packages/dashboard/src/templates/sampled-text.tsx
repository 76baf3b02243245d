import classes from './phone-preview.module.css'
import { richText } from './rich-text.ts'
import type { SampledText } from './template-parts.ts'

/** A formatted text of a template, with its samples highlighted. */
export function SampledSpans({ value }: { readonly value: SampledText }) {
  return richText(value).map(({ index, text, styles, variable }) => {
    const names = [...styles.map((style) => classes[style]), variable && classes[variable]].filter(Boolean)
    return (
      <span key={index} className={names.join(' ') || undefined}>
        {text}
      </span>
    )
  })
}
