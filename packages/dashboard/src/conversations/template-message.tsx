import type { Message } from '@messaging/contract/messages.ts'
import type { Template } from '@messaging/contract/templates.ts'
import classes from '../chat/chat.module.css'
import { MessageText } from '../chat/message-text.tsx'
import { filledParts, valuesOfVariables } from './template-text.ts'

/** A sent template: its text if the template is known, else its name and variables. */
export function TemplateMessage({
  sent,
  templates,
}: {
  readonly sent: NonNullable<Message['template']>
  readonly templates: readonly Template[]
}) {
  const { name, language, variables } = sent
  const values = valuesOfVariables(variables)
  const template = templates.find((known) => known.name === name && known.language === language)
  return (
    <>
      {template ? (
        <TemplateParts template={template} values={values} />
      ) : (
        Object.entries(values).map(([variable, value]) => (
          <p key={variable} className={classes.text}>
            {variable}: {value}
          </p>
        ))
      )}
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
  return (
    <>
      {header && (
        <p className={classes.text}>
          <strong>
            <MessageText text={header} />
          </strong>
        </p>
      )}
      {body && (
        <p className={classes.text}>
          <MessageText text={body} />
        </p>
      )}
      {footer && <p className={classes.template}>{footer}</p>}
    </>
  )
}
