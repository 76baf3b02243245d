/** The labels of a template’s fields, as its page shows them. */
export const FIELD_LABELS = {
  name: 'Name',
  category: 'Category',
  language: 'Language',
  parameterFormat: 'Variables',
  components: 'Content',
  messageSendTtlSeconds: 'Lifetime',
  libraryTemplate: 'Library template',
}
