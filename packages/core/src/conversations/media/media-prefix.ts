/** The key prefix of the files of messages: copies of customers' files, and files that were sent. */
export const MEDIA_PREFIX = 'media/'
/** The key prefix of files that were uploaded and not sent yet. A rule of the bucket deletes them after some days. */
export const UNSENT_PREFIX = `${MEDIA_PREFIX}unsent/`
