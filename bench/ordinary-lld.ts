/** A valid LLD that is as large as fits: every list, table and text of it grows alike. */
export function makeOrdinaryLld(maxBytes: number): string {
  const unitBytes = Buffer.byteLength(renderLld(200)) - Buffer.byteLength(renderLld(199));
  let units = Math.ceil(maxBytes / unitBytes);
  while (Buffer.byteLength(renderLld(units)) > maxBytes) units -= 1;
  return renderLld(units);
}

/** Renders a line for every unit: its id of three digits, and its number. */
type Each = (render: (id: string, at: number) => string) => string;

/** Ids of scenarios have three digits, so at most 999 units are valid. */
function renderLld(units: number): string {
  const each: Each = (render) =>
    Array.from({ length: units }, (_, index) => render(String(index + 1).padStart(3, '0'), index + 1)).join('\n');
  return renderDesign(each) + renderReasons(each) + renderProof(each);
}

function renderDesign(each: Each): string {
  return `# 137 - Keep every shelf in order

## 1. Context & Goal

* **Issue:** #137
* **Objective:** Every shelf lists each book once
* **Status:** Draft

### Open Questions

- [x] Which shelves are meant?
  - **Answer:** All of them.

## 2. Proposed Changes

### 2.1 Files Changed

| File | Change Type | Description |
|------|-------------|-------------|
${each((id) => `| \`src/shelves/shelf-${id}.ts\` | Add | Holds the books of shelf ${id} and their order |`)}

### 2.2 Dependencies

None is added.

### 2.3 Data Structures

\`\`\`ts
${each((id) => `interface Shelf${id} { readonly books: readonly string[]; readonly maxBooks: number }`)}
\`\`\`

### 2.4 Function Signatures

\`\`\`ts
${each((id) => `function sortShelf${id}(shelf: Shelf${id}): Shelf${id};`)}
\`\`\`

### 2.5 Logic Flow (Pseudocode)

${each((id, at) => `${at}. Read shelf ${id}, drop the books that it lists twice, and write it beside the old one`)}

### 2.6 Technical Approach

${each((id) => renderParagraph('The approach', id))}
### 2.7 Architecture Decisions

| Decision | Options Considered | Choice | Rationale |
|----------|--------------------|--------|-----------|
${each((id) => `| Order of shelf ${id} | by title, by author | by title | Readers ask for titles |`)}

`;
}

function renderReasons(each: Each): string {
  return `## 3. Requirements

${each((id, at) => `${at}. REQ-${at}: Shelf ${id} lists each of its books exactly once, in the order of their titles`)}

## 4. Alternatives Considered

${each((id) => renderParagraph('The alternative', id))}
## 5. Data & Fixtures

One fixture for each shelf, with ten books.

## 6. Diagram

\`\`\`mermaid
graph TD; read-->sort-->write
\`\`\`

## 7. Security & Safety Considerations

A shelf is written whole or not at all.

## 8. Performance & Cost Considerations

Sorting a shelf of 1,000 books is far below what a reader notices.

## 9. Legal & Compliance

No personal data is stored.

`;
}

function renderProof(each: Each): string {
  return `## 10. Verification & Testing

### 10.1 Test Scenarios

| ID | Scenario | Type | Input | Expected Output | Pass Criteria | Requirements |
|----|----------|------|-------|-----------------|---------------|--------------|
${each((id, at) => `| ${id} | Sort shelf ${id} | Auto | 10 books, 2 of them twice | 8 books | Shelf has 8 books | REQ-${at} |`)}

### 10.2 Test Commands

\`\`\`sh
npm test
\`\`\`

### 10.3 Manual Tests

None.

## 11. Risks & Mitigations

| Risk | Impact | Likelihood | Mitigation |
|------|--------|------------|------------|
${each((id) => `| Shelf ${id} is read while it is written | Medium | Low | It is renamed into place |`)}

## 12. Definition of Done

${each((id) => `- [ ] Shelf ${id} is sorted and its test passes`)}
`;
}

function renderParagraph(topic: string, id: string): string {
  return (
    `**${topic} for shelf ${id}** keeps the books in one list, and sorts it when a book is added:\n` +
    `adding is rare and reading is not. \`sortShelf${id}\` compares titles without regard to letter case.\n`
  );
}
