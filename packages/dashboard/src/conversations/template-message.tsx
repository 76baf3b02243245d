import type { Message } from '@replywright/contract/messages.ts'
import type { Template } from '@replywright/contract/templates.ts'
import classes from '../chat/chat.module.css'
import { MessageText } from '../chat/message-text.tsx'
import { templateParts } from '../templates/template-parts.ts'
import { filledParts, valuesOfVariables } from './template-text.ts'

/** The name of a sent template. The variables of a message without a text, because the template was not known. */
export function TemplateMessage({
  text,
  sent: { name, language, variables },
}: {
  readonly text: string
  readonly sent: NonNullable<Message['template']>
}) {
  return (
    <>
      {text === '' &&
        Object.entries(valuesOfVariables(variables)).map(([variable, value]) => (
          <p key={variable} dir="auto" className={classes.text}>
            {variable}: {value}
          </p>
        ))}
      <p className={classes.template}>
        Template {name} · {language}
      </p>
    </>
  )
}

/** The texts of a template, with the given values filled in. */
export function TemplateParts({
  template,
  values,
}: {
  readonly template: Template
  readonly values: Readonly<Record<string, string>>
}) {
  const { header, body, footer } = filledParts(template, values)
  const { buttons } = templateParts(template.components)
  return (
    <>
      {header && (
        <p dir="auto" className={classes.text}>
          <strong>
            <MessageText text={header} />
          </strong>
        </p>
      )}
      {body && (
        <p dir="auto" className={classes.text}>
          <MessageText text={body} />
        </p>
      )}
      {footer && <p className={classes.template}>{footer}</p>}
      {buttons.length > 0 && (
        <p className={classes.template}>
          {buttons.length === 1 ? 'Button' : 'Buttons'}: {buttons.map(({ text }) => text).join(' · ')}
        </p>
      )}
    </>
  )
}
