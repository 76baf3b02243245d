import { Autocomplete, Switch, Textarea, TextInput } from '@mantine/core'
import { listAgents } from '@replywright/contract/agents.ts'
import { MOST_WEBSITE_PAGES } from '@replywright/contract/agents-sub-resources.ts'
import { LARGEST_LIMIT } from '@replywright/contract/page.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/call.ts'
import { AgentSelect } from '../../numbers/target-select.tsx'
import { CredentialHint } from '../../ui/credential-hint.tsx'
import {
  type AgentForm,
  type HandoffValues,
  type ImageToolValues,
  newKey,
  type WebsiteToolValues,
} from './agent-values.ts'
import { ItemList } from './item-list.tsx'

/** The web pages that the agent can read. */
export function WebsiteTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="websiteTools"
      title="Websites"
      description="Web pages the agent can read, and websites whose pages it searches."
      kind="website"
      items={form.values.websiteTools}
      create={newWebsite}
      heading={({ url }) => url}
    >
      {({ url, daily }, path) => (
        <>
          <TextInput
            label="URL"
            type="url"
            description={
              daily
                ? 'A page or a sitemap, for example https://example.com/sitemap.xml'
                : 'For example https://example.com/opening-hours'
            }
            required
            {...form.getInputProps(`${path}url`)}
          />
          <CredentialHint url={url} instead="Use an HTTP tool with a header instead." />
          <Switch
            label="Read daily"
            description="The agent searches the pages as it searches documents. If off, it reads the page during a conversation."
            {...form.getInputProps(`${path}daily`, { type: 'checkbox' })}
          />
          {daily ? (
            <>
              <Textarea
                label="More pages"
                description={`URLs of pages or sitemaps, one in each line. At most ${MOST_WEBSITE_PAGES} pages are read.`}
                autosize
                minRows={2}
                maxRows={10}
                spellCheck={false}
                {...form.getInputProps(`${path}pages`)}
              />
              <Switch
                label="Name the source"
                description="The agent names the title and the URL of a page that it answers from."
                {...form.getInputProps(`${path}cite`, { type: 'checkbox' })}
              />
            </>
          ) : (
            <Textarea
              label="When to read"
              description="What the page contains and when to read it. Shown to the model."
              {...form.getInputProps(`${path}prompt`)}
            />
          )}
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newWebsite(): WebsiteToolValues {
  return { key: newKey(), id: undefined, url: '', prompt: '', active: true, daily: false, pages: '', cite: false }
}

export function ImageTools({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="imageGenerateTools"
      title="Image generation"
      description="Images that the agent can generate and send."
      kind="image tool"
      items={form.values.imageGenerateTools}
      create={newTool}
      heading={({ name, prompt }) => name || prompt}
    >
      {(_, path) => (
        <>
          <TextInput label="Name" {...form.getInputProps(`${path}name`)} />
          <Textarea
            label="Description"
            description="What the tool generates and when to use it. Shown to the model."
            {...form.getInputProps(`${path}description`)}
          />
          <Textarea
            label="Prompt"
            description="Added to every image request."
            {...form.getInputProps(`${path}prompt`)}
          />
          <TextInput label="Credit cost" inputMode="numeric" maw="10rem" {...form.getInputProps(`${path}creditCost`)} />
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newTool(): ImageToolValues {
  return { key: newKey(), id: undefined, name: '', description: '', prompt: '', active: true, creditCost: '0' }
}

/** When the agent writes to a customer on its own. */
export function WakeUps({ form }: { readonly form: AgentForm }) {
  return (
    <ItemList
      form={form}
      field="wakeUpConfigs"
      title="Wake-ups"
      description="When the agent writes to a customer on its own, within the service window."
      kind="wake-up"
      items={form.values.wakeUpConfigs}
      create={() => ({ key: newKey(), id: undefined, description: '', enabled: true, forceMessage: false })}
      heading={({ description }) => description}
    >
      {(_, path) => (
        <>
          <Textarea
            label="When and why"
            description="Shown to the model. For example: one hour after an offer without a reply, ask whether the customer has questions."
            {...form.getInputProps(`${path}description`)}
          />
          <Switch
            label="Always send a message"
            description="If off, the agent may decide not to write."
            {...form.getInputProps(`${path}forceMessage`, { type: 'checkbox' })}
          />
          <Switch label="Enabled" {...form.getInputProps(`${path}enabled`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

const TYPES = ['string', 'number', 'boolean', 'json']

const MEMORY_KEYS = {
  field: 'memoryKeys',
  title: 'Memory keys',
  description: 'Values that the agent remembers about each customer across sessions.',
  kind: 'memory key',
  keyExample: 'For example favourite_size',
  when: 'When to update',
  whenExample: 'Shown to the model. For example: when the customer mentions their size.',
} as const
const OUTCOME_KEYS = {
  field: 'outcomeKeys',
  title: 'Outcome',
  description: 'Up to ten values that the model fills once when a session ends. The event conversation.ended has them.',
  kind: 'outcome key',
  keyExample: 'For example resolved',
  when: 'Meaning',
  whenExample: 'Shown to the model. For example: whether the customer got what they wanted.',
} as const

/** The values that the agent remembers about each customer, or that describe how a session ended. */
export function MemoryKeys({ form, of }: { readonly form: AgentForm; readonly of: 'memory' | 'outcome' }) {
  const { field, title, description, kind, keyExample, when, whenExample } =
    of === 'memory' ? MEMORY_KEYS : OUTCOME_KEYS
  return (
    <ItemList
      form={form}
      field={field}
      title={title}
      description={description}
      kind={kind}
      items={form.values[field]}
      create={() => ({
        key: newKey(),
        id: undefined,
        memoryKey: '',
        type: 'string',
        initialValue: '',
        whenToUpdate: '',
      })}
      heading={({ memoryKey }) => memoryKey}
    >
      {(_, path) => (
        <>
          <TextInput
            label="Key"
            description={keyExample}
            required
            spellCheck={false}
            {...form.getInputProps(`${path}memoryKey`)}
          />
          <Autocomplete
            label="Type"
            description="string, number, boolean and json are validated. Any other type is text."
            data={TYPES}
            required
            {...form.getInputProps(`${path}type`)}
          />
          <TextInput label="Initial value" {...form.getInputProps(`${path}initialValue`)} />
          <Textarea label={when} description={whenExample} {...form.getInputProps(`${path}whenToUpdate`)} />
        </>
      )}
    </ItemList>
  )
}

/** The agents to which this agent can hand off a conversation. */
export function Handoffs({ form }: { readonly form: AgentForm }) {
  const { data } = useQuery(readList(listAgents, { query: { limit: String(LARGEST_LIMIT) } }))
  const nameOf = ({ childAgentId, childAgentName }: HandoffValues) =>
    data?.results.find(({ id }) => id === childAgentId)?.name ?? childAgentName
  return (
    <ItemList
      form={form}
      field="handoffTools"
      title="Handoffs"
      description="Agents of your organisation to which this agent can hand off a conversation."
      kind="handoff"
      items={form.values.handoffTools}
      create={newHandoff}
      heading={nameOf}
    >
      {(handoff, path) => (
        <>
          <AgentSelect
            value={handoff.childAgentId}
            error={form.errors[`${path}childAgentId`]}
            known={handoff.childAgentId ? { id: handoff.childAgentId, name: nameOf(handoff) } : undefined}
            onChange={(id) => form.setFieldValue(`${path}childAgentId`, id)}
          />
          <Textarea
            label="When to hand off"
            description="Shown to the model."
            {...form.getInputProps(`${path}description`)}
          />
          <Switch label="Active" {...form.getInputProps(`${path}active`, { type: 'checkbox' })} />
        </>
      )}
    </ItemList>
  )
}

function newHandoff(): HandoffValues {
  return { key: newKey(), id: undefined, childAgentId: '', childAgentName: '', description: '', active: true }
}
