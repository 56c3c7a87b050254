/**
 * Puts a button before each block of code. It copies the text of the block, or selects it if the browser does not allow that. Without the
 * script there is no button.
 */
export const copyScript = `const status = document.createElement('p');
status.className = 'hidden';
status.setAttribute('role', 'status');
document.querySelector('main').append(status);
for (const code of document.querySelectorAll('pre.request')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = status.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = status.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, 2000);
  });
  code.before(button);
}
`;
