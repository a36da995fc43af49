from django.contrib import admin

from accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["name", "email", "is_guest", "is_staff", "is_active", "created_at"]
    list_filter = ["is_guest", "is_staff", "is_active", "language"]
    search_fields = ["name", "email"]
    ordering = ["-created_at"]
    readonly_fields = ["created_at", "last_login"]
    filter_horizontal = ["groups", "user_permissions"]
