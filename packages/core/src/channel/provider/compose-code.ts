/** A template whose only variable is a code. */
export interface CodeTemplate {
  readonly templateName: string
  readonly language: string
  /** Whether it has a button that copies the code, as the provider requires of templates for authentication. */
  readonly hasCopyButton: boolean
}

/** Builds the body of `POST /{phone number id}/messages` that sends a code. No stored message has its statuses. */
export function composeCode(phoneNumber: string, template: CodeTemplate, code: string): object {
  const parameters = [{ type: 'text', text: code }]
  const button = { type: 'button', sub_type: 'url', index: '0', parameters }
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: phoneNumber,
    type: 'template',
    template: {
      name: template.templateName,
      language: { code: template.language },
      components: [{ type: 'body', parameters }, ...(template.hasCopyButton ? [button] : [])],
    },
  }
}
