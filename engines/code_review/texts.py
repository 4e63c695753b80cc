"""Texts of the review for users."""

from services.common.text.language import Text

NOT_TEXT = Text("文件含有空字节，不是 Python 源代码。", "The file contains null bytes: it is not Python source.")
ENCODING = Text("文件的编码无法识别。请保存为 UTF-8。", "The encoding of the file is unknown. Save it as UTF-8.")
TOO_NESTED = Text("代码嵌套过深，无法检查。请拆分表达式。", "The code is nested too deeply. Split the expressions.")
TOO_LONG = Text("代码过长，无法检查。请拆分文件。", "The code is too long to review. Split the file.")
FIX_FAILED = Text("修复后的代码无法解析，已放弃修复。", "The fixed code does not parse, so the fixes were discarded.")


def too_large(size: int, limit: int) -> Text:
    """Report a file that is not reviewed for its size in bytes."""
    return Text(
        f"文件有 {size} 字节，上限为 {limit}。请拆分文件。",
        f"The file has {size} bytes; the limit is {limit}. Split it.",
    )


def syntax_error(line: int, message: str) -> Text:
    """Report that the parser rejects a line."""
    short = message[:120]
    return Text(f"第 {line} 行有语法错误：{short}。", f"Line {line} has a syntax error: {short}.")


RULES = {
    "mutable-default": Text(
        "默认值 {name} 在所有调用之间共享。请以 None 为默认值，在函数内创建。",
        "The default of {name} is shared by all calls. Use None and create the value in the function.",
    ),
    "bare-except": Text(
        "except 不带类型会连 KeyboardInterrupt 一起捕获。请写明异常类型。",
        "A bare except also catches KeyboardInterrupt. Name the exceptions.",
    ),
    "swallowed-exception": Text(
        "所有异常都被悄悄忽略。请写明异常类型，或至少记录日志。",
        "Every exception is silently ignored. Name the exceptions, or log them.",
    ),
    "none-comparison": Text("与 None 比较请用 is 或 is not。", "Compare to None with is or is not."),
    "bool-comparison": Text(
        "不必与 {name} 比较，直接使用该值即可。", "Use the value itself; do not compare it to {name}."
    ),
    "unused-variable": Text("变量 {name} 赋值后没有使用。", "The variable {name} is assigned and never used."),
    "shadowed-builtin": Text("{name} 遮盖了内置名称。请换一个名称。", "{name} hides a builtin. Use another name."),
    "missing-timeout": Text(
        "{name} 没有超时，可能永远等待。请加上 timeout。",
        "{name} has no timeout and can wait indefinitely. Set timeout.",
    ),
    "eval-exec": Text(
        "{name} 会执行传入的任意代码。请改用 ast.literal_eval 或解析器。",
        "{name} executes any code that it receives. Use ast.literal_eval or a parser.",
    ),
    "sql-string": Text(
        "SQL 由字符串拼接而成，可被注入。请使用参数。",
        "The SQL is built from strings and open to injection. Use parameters.",
    ),
    "shell-injection": Text(
        "shell 命令由变量拼接而成，可被注入。请用参数列表并去掉 shell。",
        "The shell command is built from values and open to injection. Pass a list of arguments without a shell.",
    ),
    "unsafe-loading": Text(
        "{name} 读取数据时可执行任意代码。请改用 JSON 或 safe_load。",
        "{name} can execute code from the data. Use JSON or safe_load.",
    ),
    "assert-tuple": Text(
        "对元组断言永远为真。请去掉括号。", "An assert on a tuple is always true. Remove the parentheses."
    ),
    "unreachable-code": Text("这行代码不会执行。", "This code is never executed."),
    "open-without-with": Text("文件没有关闭。请用 with 打开。", "The file is not closed. Open it using with."),
    "fstring-without-placeholder": Text(
        "f 字符串没有占位符。请去掉 f。", "The f-string has no placeholder. Remove the f."
    ),
    "loop-closure": Text(
        "函数在循环结束后才读取 {name}，得到的是最后一个值。请写 {name}={name}。",
        "The function reads {name} when it is called, so it gets the last value of the loop. Bind it: {name}={name}.",
    ),
    "literal-identity": Text(
        "is 比较的是身份而不是值。请用 == 或 !=。", "is compares identity, not values. Use == or !=."
    ),
    "negated-operator": Text("请写成 {name}。", "Write {name}."),
    "duplicate-key": Text("键 {name} 重复，后面的值覆盖前面的。", "The key {name} occurs twice; the last value wins."),
    "self-assignment": Text("{name} 被赋值为自身。", "{name} is assigned to itself."),
    "return-in-finally": Text(
        "finally 中的 {name} 会吞掉正在抛出的异常。", "{name} in finally discards the exception in flight."
    ),
    "raised-notimplemented": Text(
        "NotImplemented 不是异常。请抛出 NotImplementedError。",
        "NotImplemented is not an exception. Raise NotImplementedError.",
    ),
    "duplicate-condition": Text(
        "与前面的条件相同，这个分支不会执行。", "The condition repeats an earlier one; this branch is never executed."
    ),
    "changed-while-iterating": Text(
        "{name} 在遍历时被修改。请遍历它的副本。", "{name} changes while it is iterated. Iterate over a copy."
    ),
    "useless-expression": Text(
        "表达式的结果没有使用。是否想写赋值或断言？", "The result is not used. Is an assignment or assertion missing?"
    ),
    "exception-not-raised": Text(
        "{name} 只创建而没有抛出。请加上 raise。", "{name} is created but not raised. Add raise."
    ),
}
