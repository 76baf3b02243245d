import { Text } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFile,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'
import chat from '../chat/chat.module.css'
import { Hint } from '../ui/text.tsx'
import classes from './template.module.css'
import type { SampledText, TemplateParts } from './template-parts.ts'
import { richText } from './variables.ts'

const MEDIA: Readonly<Record<string, { readonly icon: Icon; readonly word: string }>> = {
  IMAGE: { icon: IconPhoto, word: 'Image' },
  VIDEO: { icon: IconVideo, word: 'Video' },
  DOCUMENT: { icon: IconFile, word: 'Document' },
  LOCATION: { icon: IconMapPin, word: 'Location' },
}

const BUTTONS: Readonly<Record<string, Icon>> = {
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  COPY_CODE: IconCopy,
  OTP: IconCopy,
}

/** A preview of a template as customers see it, with sample values. */
export function PhonePreview({ parts }: { readonly parts: TemplateParts }) {
  const { header, body, footer, buttons, others } = parts
  const media = header && MEDIA[header.format]
  return (
    <section aria-label="Preview" className={classes.phone}>
      <div className={classes.bubble}>
        {media && (
          <div className={classes.media}>
            <media.icon size={20} aria-hidden />
            {media.word}
          </div>
        )}
        <div className={classes.text}>
          {header && !media && header.text !== '' && (
            <div className={classes.header}>
              <SampledSpans value={header} />
            </div>
          )}
          <div className={classes.body}>
            {body?.text ? (
              <SampledSpans value={body} />
            ) : (
              <Text c="dimmed" component="span">
                The body appears here.
              </Text>
            )}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
        {buttons.length > 0 && (
          <ul className={classes.buttons} aria-label="Buttons">
            {buttons.map(({ number, type, text }) => {
              const Sign = BUTTONS[type] ?? IconArrowBackUp
              return (
                <li key={number}>
                  <Sign size={15} aria-hidden />
                  {text || 'Button'}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {others.length > 0 && <Hint mt="xs">Not shown: {others.join(', ')}</Hint>}
    </section>
  )
}

/** A formatted text of a template, with its samples highlighted. */
function SampledSpans({ value }: { readonly value: SampledText }) {
  return richText(value).map(({ index, text, styles, variable }) => {
    const names = [...styles.map((style) => chat[style]), variable && classes[variable]].filter(Boolean)
    return (
      <span key={index} className={names.join(' ') || undefined}>
        {text}
      </span>
    )
  })
}
