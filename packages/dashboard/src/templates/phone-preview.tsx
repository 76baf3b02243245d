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
import classes from './phone-preview.module.css'
import { SampledSpans } from './sampled-text.tsx'
import type { TemplateParts } from './template-parts.ts'
import { words } from './words.ts'

const { headers } = words.content
const MEDIA: Readonly<Record<string, { readonly icon: Icon; readonly word: string }>> = {
  IMAGE: { icon: IconPhoto, word: headers.IMAGE },
  VIDEO: { icon: IconVideo, word: headers.VIDEO },
  DOCUMENT: { icon: IconFile, word: headers.DOCUMENT },
  LOCATION: { icon: IconMapPin, word: headers.LOCATION },
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
    <section aria-label={words.preview.label} className={classes.phone}>
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
              <Text size="sm" c="dimmed" component="span">
                {words.preview.noBody}
              </Text>
            )}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </div>
        {buttons.length > 0 && (
          <ul className={classes.buttons} aria-label={words.preview.buttons}>
            {buttons.map(({ number, type, text }) => {
              const Sign = BUTTONS[type] ?? IconArrowBackUp
              return (
                <li key={number}>
                  <Sign size={15} aria-hidden />
                  {text || words.preview.button}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {others.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.preview.notShown(others.join(', '))}
        </Text>
      )}
    </section>
  )
}
