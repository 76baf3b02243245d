import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

/** The form of an agent, stored or new. */
interface Form {
  readonly getInputProps: (field: string) => GetInputPropsReturnType
}

/** The fields of a new agent. */
export const NEW_AGENT = { name: '', description: '', systemPrompt: '', firstMessage: '' }

const RULES =
  'Be brief and friendly, and write in the language of the customer. If you do not know something, say so. Ask for a person if the customer wishes to speak with one, complains, or wants a refund.'

/** Agents to begin with. They can be tried at once, without tools and documents. */
export const EXAMPLE_AGENTS: readonly (typeof NEW_AGENT)[] = [
  {
    name: 'Shop',
    description: 'Answers questions about orders and products.',
    systemPrompt: `You reply to customers of a bicycle shop. The shop is at 12 Mill Road and open from Monday to Saturday, 9 am to 6 pm. It sells city bikes, children’s bikes and parts. Delivery takes three working days. Unused goods can be returned within 30 days.\n\n${RULES}`,
    firstMessage: 'Hello! How can I help you with your bike or your order?',
  },
  {
    name: 'Bookings',
    description: 'Takes requests for tables.',
    systemPrompt: `You take requests for tables in a restaurant that is open from Tuesday to Sunday, 5 pm to 11 pm. Ask for the day, the time, the number of guests and a name, one after the other. Then repeat them, and say that a colleague will confirm the table soon. You cannot confirm it yourself.\n\n${RULES}`,
    firstMessage: 'Hello! For which day would you like a table?',
  },
  {
    name: 'Support',
    description: 'Helps with the first questions, and asks for a person.',
    systemPrompt: `You are the first contact of the support of a company that sells an app for invoices. Find out what the customer tried, what happened, and on which device. For forgotten passwords: the link “Forgot your password?” on the sign-in page sends an email.\n\n${RULES}`,
    firstMessage: 'Hello! What can I help you with?',
  },
]

export function NameFields({ form }: { readonly form: Form }) {
  return (
    <>
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput
        label="Description"
        description="Visible only to your organisation."
        {...form.getInputProps('description')}
      />
    </>
  )
}

export function FirstMessageField({ form }: { readonly form: Form }) {
  return (
    <Textarea
      label="First message"
      description="Optional. Sent before the first reply."
      {...form.getInputProps('firstMessage')}
    />
  )
}
