import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { type Agent, deleteDraft, publishDraft } from '@replywright/contract/agents.ts'
import { IconAlertCircle, IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Revised } from '../../api/call.ts'
import { ActionButton, UnsavedGuard } from '../../ui/confirm-dialog.tsx'
import { EditConflictDialog } from '../../ui/edit-conflict.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Bullets } from '../../ui/text.tsx'
import classes from '../agent.module.css'
import { DocumentsSection } from '../documents/documents-section.tsx'
import { HistorySection } from '../history/history-section.tsx'
import { PicturePanel } from '../picture-panel.tsx'
import { LastProof } from '../prove/last-proof.tsx'
import { ProveSection } from '../prove/prove-section.tsx'
import { SharingSection } from '../sharing-section.tsx'
import { TestsSection } from '../tests/tests-section.tsx'
import { ConnectorsList } from '../tools/connectors-list.tsx'
import { HttpTools } from '../tools/http-tools.tsx'
import { UsageSection } from '../usage-section.tsx'
import { type AgentForm, changedFields, valuesOf } from './agent-values.ts'
import { InstructionsSection } from './instructions-section.tsx'
import { fieldWord, hasFields, type Section, sectionOf } from './sections.ts'
import { Handoffs, ImageTools, MemoryKeys, WakeUps, WebsiteTools } from './short-lists.tsx'
import { MORE_TABS, tabsOf } from './tabs.ts'
import { Triggers } from './triggers.tsx'
import { useAgentEditor } from './use-agent-editor.ts'

interface Shown {
  readonly agent: Agent
  readonly section: Section
  readonly isReadOnly: boolean
}

export function AgentEditor({
  agent,
  section,
  isReadOnly,
  isShared,
  editor,
}: Shown & {
  /** Whether the agent belongs to another organisation. Only members of that one can read its history and usage. */
  readonly isShared: boolean
  readonly editor: ReturnType<typeof useAgentEditor>
}) {
  const { form, version } = editor
  return (
    <form noValidate onSubmit={editor.submit} aria-label="Agent">
      <DraftNotice agent={agent} editor={editor} />
      <UnsavedGuard isDirty={editor.isDirty && !editor.isSaving} />
      <LinkTabs
        label="Agent sections"
        param="section"
        value={section}
        tabs={tabsOf(form, agent, isShared)}
        more={isShared ? [] : MORE_TABS}
      />
      <Stack mt="md">
        <ErrorsSummary paths={Object.keys(form.errors)} />
        <FormError error={editor.error} fields={Object.keys(form.values)} />
        <ProblemsNotice problems={agent.problems} />
        <fieldset key={version} disabled={isReadOnly || editor.isSaving} aria-busy={editor.isSaving}>
          <SectionFields form={form} agent={agent} section={section} isReadOnly={isReadOnly} />
        </fieldset>
        {section === 'tests' && !isShared && (
          <TestsSection agent={agent} draft={editor.draft} isUnsaved={editor.isDirty} />
        )}
        {section === 'prove' && !isShared && <ProveSection agent={agent} draft={editor.draft} />}
        {section === 'usage' && !isShared && <UsageSection agent={agent} />}
        {section === 'history' && !isShared && (
          <HistorySection agent={agent} isDirty={editor.isDirty} onRestored={editor.replace} />
        )}
      </Stack>
      {!isReadOnly && (editor.isDirty || hasFields(section)) && (
        <SaveBar
          isDirty={editor.isDirty}
          isSaving={editor.isSaving}
          isDraft={editor.isDraft}
          onDiscard={editor.discard}
          onSaveDraft={() => editor.submitDraft()}
        />
      )}
      <EditConflictDialog labelOf={fieldWord} {...editor.conflict} />
    </form>
  )
}

/** Returns the editor's state. Opens the section of the first invalid field. */
export function useAgentPageEditor(revised: Revised<Agent>, isReadOnly: boolean) {
  const navigate = useNavigate({ from: '/agents/$id' })
  return useAgentEditor(revised, isReadOnly, (paths) => {
    const [first] = paths
    if (first === undefined) return
    void navigate({
      search: (search) =>
        paths.some((path) => sectionOf(path) === search.section) ? search : { ...search, section: sectionOf(first) },
      replace: true,
    })
  })
}

function SectionFields({ form, agent, section, isReadOnly }: Shown & { readonly form: AgentForm }) {
  switch (section) {
    case undefined:
      return (
        <Stack gap="lg">
          <InstructionsSection form={form} />
          <PicturePanel agent={agent} isReadOnly={isReadOnly} />
        </Stack>
      )
    case 'tools':
      return (
        <>
          <HttpTools form={form} agent={agent} isReadOnly={isReadOnly} />
          <WebsiteTools form={form} />
          <ConnectorsList form={form} />
          <Handoffs form={form} />
          <ImageTools form={form} />
        </>
      )
    case 'documents':
      return <DocumentsSection agent={agent} isReadOnly={isReadOnly} />
    case 'memory':
      return (
        <>
          <MemoryKeys form={form} of="memory" />
          <MemoryKeys form={form} of="outcome" />
        </>
      )
    case 'automation':
      return (
        <>
          <WakeUps form={form} />
          <Triggers form={form} />
        </>
      )
    case 'sharing':
      return <SharingSection agent={agent} isReadOnly={isReadOnly} />
    case 'tests':
    case 'prove':
    case 'usage':
    case 'history':
      return null
  }
}

/** What models do not receive whole of the saved agent. */
function ProblemsNotice({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The model does not receive everything">
      <Bullets>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </Bullets>
    </Alert>
  )
}

/** Links to the invalid fields that prevent saving. */
function ErrorsSummary({ paths }: { readonly paths: readonly string[] }) {
  const fields = [...new Set(paths.map((path) => path.split('.')[0] ?? ''))].filter((field) => field !== '')
  if (fields.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title="Not saved. Fix these fields:">
      <Bullets>
        {fields.map((field) => (
          <li key={field}>
            <Link to="." search={(search) => ({ ...search, section: sectionOf(field) })}>
              {fieldWord(field)}
            </Link>
          </li>
        ))}
      </Bullets>
    </Alert>
  )
}

/** The buttons that save, save a draft and discard. They stay visible while there are unsaved changes. */
function SaveBar({
  isDirty,
  isSaving,
  isDraft,
  onDiscard,
  onSaveDraft,
}: {
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Whether the form has the draft. Publishing it is a button of the notice above. */
  readonly isDraft: boolean
  readonly onDiscard: () => void
  readonly onSaveDraft: () => void
}) {
  return (
    <div className={classes.bar} data-dirty={isDirty || undefined}>
      <Text role="status">{isDirty ? 'Unsaved changes' : 'All changes saved'}</Text>
      <Group gap="xs" justify="end">
        <Button variant="default" size="sm" disabled={!isDirty || isSaving} onClick={onDiscard}>
          Discard
        </Button>
        {!isDraft && (
          <Button variant="default" size="sm" disabled={!isDirty || isSaving} onClick={onSaveDraft}>
            Save draft
          </Button>
        )}
        <Button type="submit" size="sm" disabled={!isDirty} loading={isSaving}>
          {isDraft ? 'Save draft' : 'Save'}
        </Button>
      </Group>
    </div>
  )
}

/**
 * What the draft of an agent changes, a switch for what the form shows, and buttons that publish and delete the draft. Nothing without
 * a draft.
 */
function DraftNotice({
  agent,
  editor: { draft, isDraft, isDirty, showDraft, showPublished, reload },
}: {
  readonly agent: Agent
  readonly editor: ReturnType<typeof useAgentEditor>
}) {
  if (!draft) return null
  const { id, name } = agent
  const changes = changedFields(valuesOf(agent), valuesOf(draft)).map(fieldWord).join(', ')
  return (
    <Alert color="gray" icon={<IconPencil aria-hidden />} mb="md" title="This agent has a draft">
      It changes: {changes}. Customers get replies of the published agent.
      <Group gap="xs" mt="xs">
        <SegmentedControl
          size="xs"
          aria-label="Version in the form"
          title={isDirty ? 'Save or discard your changes first' : undefined}
          disabled={isDirty}
          data={['Draft', 'Published']}
          value={isDraft ? 'Draft' : 'Published'}
          onChange={(chosen) => (chosen === 'Draft' ? showDraft() : showPublished())}
        />
        <ActionButton
          button={{ label: 'Publish draft', size: 'xs', variant: 'filled' }}
          endpoint={publishDraft}
          input={{ params: { id }, body: {} }}
          title={`Publish the draft of ${name}?`}
          confirm="Publish"
          done="Draft published"
          onDone={reload}
        >
          Customers get replies with these changes from now on: {changes}.
          <LastProof draft={draft} />
        </ActionButton>
        <ActionButton
          button={{ label: 'Delete draft', size: 'xs' }}
          endpoint={deleteDraft}
          input={{ params: { id } }}
          title={`Delete the draft of ${name}?`}
          confirm="Delete"
          danger
          done="Draft deleted"
          onDone={showPublished}
        >
          The published agent does not change.
        </ActionButton>
      </Group>
    </Alert>
  )
}
