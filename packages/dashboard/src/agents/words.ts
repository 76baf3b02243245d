export const words = {
  documents: {
    renamed: (name: string) =>
      `Another user renamed this document to ${name}. Select Rename again to replace that name.`,
  },
  editor: {
    keyExample: 'For example favourite_size',
    whenToUpdate: 'Shown to the model. For example: when the customer mentions their size.',
    wakeUpExample:
      'Shown to the model. For example: one hour after an offer without a reply, ask whether the customer has questions.',
    instructionsExample:
      'Role, knowledge, tone and limits of the agent. For example: You reply to customers of a bicycle shop. Be brief and friendly.',
  },
  tools: {
    required: 'Required',
    duplicate: 'Duplicate',
    notJson: 'Must be JSON.',
    name: 'Name',
    source: 'Source',
    description: 'Description for the model',
    value: 'Value, may contain %PHONE_NUMBER%',
    urlExample: 'For example https://api.example.com/orders/{orderId}',
    websiteExample: 'For example https://example.com/opening-hours',
    unnamed: (kind: string) => `A ${kind} has no name.`,
    repeated: (name: string) => `There are several parameters named ${name}.`,
    emptyHeader: (name: string) => `The header ${name} needs a value.`,
    places: {
      path_params: { title: 'Path parameters', one: 'path parameter' },
      query_params: { title: 'Query parameters', one: 'query parameter' },
      request_headers: { title: 'Headers', one: 'header' },
      request_body: { title: 'Body', one: 'body field' },
    },
  },
  history: {
    title: 'History',
    about: 'The last 20 versions of the settings, kept for 90 days. Secrets are not shown.',
    version: (version: number) => `Version ${version}`,
    current: 'Current',
    by: (kind: string, name: string) => (kind === 'apiKey' ? `API key ${name}` : name),
    unknown: 'Unknown user',
    created: 'Agent created',
    notKept: 'The version before is no longer kept',
    noChange: 'No changes',
    show: 'Show changes',
    hide: 'Hide changes',
    restore: 'Restore',
    restoreTitle: (version: number) => `Restore version ${version}?`,
    restoreAbout:
      'The settings are saved as a new version, with their secrets. Documents and the picture stay as they are. These settings change:',
    discards: 'Your unsaved changes in the editor are discarded.',
    restored: (version: number) => `Version ${version} restored`,
    added: '(added)',
    removed: '(removed)',
    property: (name: string) =>
      name
        .replace(/([A-Z])/g, ' $1')
        .toLowerCase()
        .replace('api schema', 'request'),
  },
  cost: {
    title: 'Usage',
    session: 'This session',
    total: 'All sessions',
    credits: (count: string) => `${count} credits`,
    tokens: (input: string, output: string) => `${input} input tokens, ${output} output tokens`,
    none: 'No agent has replied yet',
    agent: 'Usage since creation',
  },
  memory: {
    title: 'Agent memory',
    empty: 'The agents of this conversation have no memory keys.',
    unknown: 'Not known',
    edit: (key: string) => `Change ${key}`,
    erase: (key: string) => `Erase ${key}`,
    eraseAll: 'Erase all',
    eraseTitle: 'Erase the memory of this customer?',
    eraseAbout:
      'All agents forget what they remember about this customer. They can still read the messages of the current session.',
    value: 'Value',
    invalid: 'Must be valid JSON',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    saved: 'Memory changed',
    erased: 'Memory erased',
  },
}
