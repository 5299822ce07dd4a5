/*
 * Runs a program on a terminal of its own: pty ROWS COLUMNS PROGRAM [ARGUMENT…]
 * What the program prints comes out of stdout. Each line of stdin is an order:
 *   type TEXT      types it; \xHH is a byte
 *   size ROWS COLS resizes the terminal
 *   hang           closes the terminal
 * Ends as the program did.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int terminal;

static void resize(int rows, int columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  ioctl(terminal, TIOCSWINSZ, &size);
}

static void type(const char *text) {
  for (unsigned byte; *text; text += 1) {
    if (sscanf(text, "\\x%2x", &byte) == 1) text += 3;
    else byte = (unsigned char)*text;
    char typed = (char)byte;
    if (write(terminal, &typed, 1) != 1) return;
  }
}

static void obey(char *order) {
  int rows, columns;
  order[strcspn(order, "\n")] = 0;
  if (!strncmp(order, "type ", 5)) type(order + 5);
  else if (sscanf(order, "size %d %d", &rows, &columns) == 2) resize(rows, columns);
  else if (!strcmp(order, "hang")) close(terminal), terminal = -1;
}

static void relay(void) {
  char order[4096], output[4096];
  struct pollfd watched[] = {{.fd = terminal, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
  setvbuf(stdin, NULL, _IONBF, 0);
  while (terminal >= 0) {
    poll(watched, 2, -1);
    if (watched[1].revents) {
      if (fgets(order, sizeof order, stdin)) obey(order);
      else watched[1].fd = -1;
    }
    if (terminal < 0 || !watched[0].revents) continue;
    ssize_t count = read(terminal, output, sizeof output);
    if (count <= 0 || write(1, output, count) != count) return;
  }
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  struct winsize size = {.ws_row = atoi(arguments[1]), .ws_col = atoi(arguments[2])};
  pid_t child = forkpty(&terminal, NULL, NULL, &size);
  if (child == 0) {
    execvp(arguments[3], arguments + 3);
    _exit(127);
  }
  relay();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
